using System.Runtime.CompilerServices;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.After;

/// <summary>Encodes each message once, and compresses it once for each window in use; every socket gets a share of that frame.</summary>
internal sealed class PooledRoom(HubContext context) : IHubRoom
{
    private const int LeastLong = 4096; // bytes of a message that takes long to compress

    private readonly Lock _turn = new(); // of broadcasts, so that all sockets get them in one order; taken before the other
    private readonly Lock _lock = new(); // of the sockets, who do not wait while a message is compressed
    private readonly SocketList<PooledSocket> _sockets = new();
    private readonly int[] _windows = new int[DeflateOptions.MostWindowBits + 1]; // how many sockets share each
    private readonly FrameEncoder _encoder = new(context.Memory);
    private readonly BroadcastFrames _frames = new(context);
    private readonly BroadcastGate _gate = new(context.Limits, context.Time);
    private int _sharing; // how many sockets share any
    private bool _hasEnded;

    public int Count
    {
        get
        {
            lock (_lock)
                return _sockets.Count;
        }
    }

    public void Join(IHubSocket socket)
    {
        var joining = (PooledSocket)socket;
        lock (_lock)
        {
            if (_sockets.Add(joining))
                CountWindow(joining, 1);
        }
    }

    public void Leave(IHubSocket socket)
    {
        var leaving = (PooledSocket)socket;
        lock (_lock)
        {
            if (_sockets.Remove(leaving))
                CountWindow(leaving, -1);
        }
    }

    public int Broadcast(InboundMessage message)
    {
        lock (_turn)
        {
            if (_hasEnded)
                return 0; // its sender waited for its turn when the hub ended

            try
            {
                _frames.Begin(_encoder.Encode(message.Payload, message.IsText));
                Compress();
                context.Counters.AddEncoded();
                return Post();
            }
            finally
            {
                _frames.End();
            }
        }
    }

    public ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message)
    {
        // Of those who come while a message is compressed, each would wait with a thread for its turn.
        long length = message.Payload.Length;
        bool isLong = Volatile.Read(ref _sharing) > 0 && length >= LeastLong; // pairs with the writes under the lock
        var socket = (PooledSocket)sender;
        if (isLong)
            socket.LeaveTurn(); // the room has its own, and it may take longer

        ValueTask turn = _gate.EnterAsync(socket, length, isLong);
        return turn.IsCompletedSuccessfully ? ValueTask.FromResult(Broadcast(message, isLong)) : Wait(turn, message, isLong);
    }

    public void Dispose()
    {
        lock (_turn) // somebody may be broadcasting
        {
            _hasEnded = true;
            _encoder.Dispose();
        }

        _gate.Dispose();
    }

    private void CountWindow(PooledSocket socket, int change)
    {
        _windows[socket.SharedWindow] += change;
        if (socket.SharedWindow > 0)
            Volatile.Write(ref _sharing, _sharing + change); // pairs with the read of who broadcasts
    }

    private int Broadcast(InboundMessage message, bool isLong)
    {
        try
        {
            return Broadcast(message);
        }
        finally
        {
            if (isLong)
                _gate.Leave();
        }
    }

    /// <summary>Makes the frames of the windows in use, while sockets may come and go.</summary>
    private void Compress()
    {
        for (int bits = DeflateOptions.LeastWindowBits; bits <= DeflateOptions.MostWindowBits; bits++)
        {
            if (Volatile.Read(ref _windows[bits]) > 0) // who comes later has its frame made then, who has left needs none
                _frames.For(bits);
        }
    }

    private int Post()
    {
        int count = 0;
        int started = 0;
        lock (_lock)
        {
            _gate.BeginWriting(_sockets.Count);
            foreach (PooledSocket socket in _sockets.Span)
            {
                count += socket.Post(in _frames.For(socket.SharedWindow), _gate, out bool isStarted) ? 1 : 0;
                started += isStarted ? 1 : 0;
            }

            _gate.EndWriting(_sockets.Count - started);
        }

        return count;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> Wait(ValueTask turn, InboundMessage message, bool isLong)
    {
        await turn.ConfigureAwait(false);
        return Broadcast(message, isLong);
    }
}
