using System.Runtime.CompilerServices;
using Pooling.Queues;
using WebSockets.Hub.Connections;
using WebSockets.Hub.Hosting;
using WebSockets.Protocol.Compression;

namespace WebSockets.Hub.After;

/// <summary>Encodes each message once, and compresses it once for each window in use; every socket gets a share of that frame.</summary>
/// <remarks>The states of a broadcast and the order of locks are those of <see cref="BroadcastAdmission"/>, whose lock is the only one of
/// the room.</remarks>
internal sealed class PooledRoom(HubContext context) : IHubRoom
{
    private const int MinLong = 4096; // bytes of a message that takes long to compress
    private const int MaxIdle = 64; // no more threads than that broadcast at once

    private readonly BroadcastAdmission _admission = new(context.Limits, context.Time);
    private readonly MpmcRingQueue<BroadcastFrames> _idle = new(MaxIdle);
    private readonly SocketList<PooledSocket> _sockets = new(); // this and the next ones are changed under the lock of the admission
    private readonly int[] _windows = new int[DeflateOptions.MaxWindowBits + 1]; // how many sockets share each; read without the lock
    private int _sharing; // how many sockets share any; read without the lock
    private bool _hasEnded;

    public int Count
    {
        get
        {
            lock (_admission.Lock)
                return _sockets.Count;
        }
    }

    public void Join(IHubSocket socket)
    {
        var joining = (PooledSocket)socket;
        lock (_admission.Lock)
        {
            if (_sockets.Add(joining))
                CountWindow(joining, 1);
        }
    }

    public void Leave(IHubSocket socket)
    {
        var leaving = (PooledSocket)socket;
        lock (_admission.Lock)
        {
            if (_sockets.Remove(leaving))
                CountWindow(leaving, -1);
        }
    }

    public int Broadcast(InboundMessage message)
    {
        if (!_idle.TryDequeue(out BroadcastFrames? frames))
            frames = new BroadcastFrames(context);

        try
        {
            frames.Make(message, _windows);
            return Post(frames);
        }
        finally
        {
            frames.End();
            if (!_idle.TryEnqueue(frames))
                frames.Dispose();
        }
    }

    public ValueTask<int> BroadcastAsync(IHubSocket sender, InboundMessage message)
    {
        // Of those who come while a message is compressed, each would compress one, too.
        long length = message.Payload.Length;
        bool isLong = Volatile.Read(ref _sharing) > 0 && length >= MinLong; // pairs with the writes under the lock
        var socket = (PooledSocket)sender;
        if (isLong)
            socket.LeaveTurn(); // the room admits one at a time, and that may take longer

        ValueTask admission = _admission.AdmitAsync(socket, length, isLong);
        return isLong || !admission.IsCompletedSuccessfully ? Wait(admission, message, isLong) : ValueTask.FromResult(Broadcast(message));
    }

    public void Dispose()
    {
        lock (_admission.Lock)
            _hasEnded = true;

        _admission.Dispose();
        _idle.Dispose();
    }

    private void CountWindow(PooledSocket socket, int change)
    {
        ref int window = ref _windows[socket.SharedWindow];
        Volatile.Write(ref window, window + change); // pairs with the read of whoever makes frames
        if (socket.SharedWindow > 0)
            Volatile.Write(ref _sharing, _sharing + change); // pairs with the read in BroadcastAsync
    }

    /// <summary>Adds the frames to the outboxes of all sockets.</summary>
    private int Post(BroadcastFrames frames)
    {
        int count = 0;
        int idle; // sockets that no thread of the pool was started for
        lock (_admission.Lock)
        {
            if (_hasEnded)
                return 0; // its sender waited to be admitted when the hub ended

            context.Counters.AddEncoded();
            idle = _sockets.Count;
            _admission.BeginWriting(idle);
            foreach (PooledSocket socket in _sockets.Span)
            {
                count += socket.Post(in frames.For(socket.SharedWindow), _admission, out bool isStarted) ? 1 : 0;
                idle -= isStarted ? 1 : 0;
            }
        }

        _admission.EndWriting(idle);
        return count;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> Wait(ValueTask admission, InboundMessage message, bool isLong)
    {
        await admission.ConfigureAwait(false);
        try
        {
            return Broadcast(message);
        }
        finally
        {
            if (isLong)
                _admission.Leave();
        }
    }
}
