using System.Runtime.CompilerServices;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;
using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.After;

/// <summary>Encodes each message once, and compresses it once for each window in use. All sockets receive shares of that frame.</summary>
internal sealed class PooledRoom(HubContext context) : IHubRoom
{
    private const int LeastLong = 4096; // the size in bytes from which compressing a message takes long

    private readonly Lock _turn = new(); // for broadcasts, so that all sockets receive them in the same order; taken before the other
    private readonly Lock _lock = new(); // for the sockets, which do not wait while a message is compressed
    private readonly SocketList<PooledSocket> _sockets = new();
    private readonly int[] _windows = new int[DeflateOptions.MostWindowBits + 1]; // the number of sockets that share each window
    private readonly FrameEncoder _encoder = new(context.Memory);
    private readonly BroadcastFrames _frames = new(context);
    private readonly BroadcastGate _gate = new(context.Limits, context.Time);
    private int _sharing; // the number of sockets that share any window
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
        // While a message is compressed, each other sender would block a thread until its turn.
        long length = message.Payload.Length;
        bool isLong = Volatile.Read(ref _sharing) > 0 && length >= LeastLong; // pairs with the writes under the lock
        var socket = (PooledSocket)sender;
        if (isLong)
            socket.LeaveTurn(); // the room has its own turns, and waiting for them may take longer

        ValueTask turn = _gate.EnterAsync(socket, length, isLong);
        return turn.IsCompletedSuccessfully ? ValueTask.FromResult(Broadcast(message, isLong)) : Wait(turn, message, isLong);
    }

    public void Dispose()
    {
        lock (_turn) // a broadcast may be in progress
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
            Volatile.Write(ref _sharing, _sharing + change); // pairs with the read in BroadcastAsync
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

    /// <summary>Creates the frames of the windows in use, while sockets may join and leave.</summary>
    private void Compress()
    {
        for (int bits = DeflateOptions.LeastWindowBits; bits <= DeflateOptions.MostWindowBits; bits++)
        {
            if (Volatile.Read(ref _windows[bits]) > 0) // a later socket has its frame created then
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
