using System.Net.Sockets;
using Pooling.Buffers;

namespace Pooling.Samples.GameTick;

/// <summary>The part of a connected player that is the same in both ways: position, receiving, and the end of the connection.</summary>
/// <remarks>Thread safety: any thread may drop. Sequence and position belong to the thread that ticks.</remarks>
internal abstract class Player
{
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(10);

    private readonly GameLimits _limits;
    private readonly Lock _gate = new(); // for the clock: once the server stops, nothing sets it again
    private readonly Timer _clock; // drops the player, unless it is set again before
    private readonly byte[] _received = new byte[1024]; // longer than a frame: there is always room for the rest of one
    private volatile bool _isGone;
    private volatile bool _isFinishing; // the server stops: nothing that the client sends counts any more
    private volatile bool _isLeaving; // the client sends nothing more, and still receives the next state
    private int _waiting; // moves; added by the receiving loop, removed by the tick

    protected Player(Socket socket, uint id, GameLimits limits)
    {
        Socket = socket;
        Id = id;
        _limits = limits;
        _clock = new Timer(
            static player => ((Player)player!).Drop(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        _clock.Change(limits.FirstFrame, Timeout.InfiniteTimeSpan); // not before Drop finds it
    }

    public uint Id { get; }

    public uint Sequence { get; private set; }

    public int X { get; private set; }

    public int Y { get; private set; }

    /// <summary>Gets a value that indicates whether the player has left or was dropped.</summary>
    public bool IsGone => _isGone;

    /// <summary>Gets a value that indicates whether the player receives no further state than that of this tick.
    /// </summary>
    public bool IsLast { get; private set; }

    protected Socket Socket { get; }

    /// <summary>Receives and sends until the player leaves, is dropped, or the server stops.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        using CancellationTokenRegistration registration =
            stopping.UnsafeRegister(static player => ((Player)player!).Finish(), this);
        Task sending = SendAllAsync();
        try
        {
            await ReceiveAsync();
            Restart(_limits.Leaving);
            _isLeaving = true; // the tick, which has all moves now, ends the sending
            await sending;
        }
        finally
        {
            Drop();
            await sending;
        }
    }

    /// <summary>Closes the connection, which ends receiving and sending.</summary>
    public void Drop()
    {
        lock (_gate)
        {
            _isGone = true;
            _clock.Dispose();
        }

        EndQueue();
        Socket.Dispose();
    }

    /// <summary>Begins a tick. Call it before moves are carried out, so that the last state contains all of the
    /// player's.</summary>
    /// <returns><see langword="false"/> if the player has left, or has received the last state.</returns>
    public bool BeginTick()
    {
        if (_isGone || IsLast)
            return false;

        IsLast = _isLeaving;
        return true;
    }

    /// <summary>Carries out a move that was queued.</summary>
    public void Apply(in Move move)
    {
        Interlocked.Decrement(ref _waiting);
        (Sequence, X, Y) = (move.Sequence, X + move.X, Y + move.Y);
    }

    /// <summary>Counts one more move that waits for the tick.</summary>
    protected void AddWaiting() => Interlocked.Increment(ref _waiting);

    /// <summary>Handles the opcode and the payload of a frame.</summary>
    /// <exception cref="InvalidDataException">The frame is bad, which ends the connection.</exception>
    protected abstract void Handle(ReadOnlySpan<byte> frame);

    /// <summary>Sends what is queued until the queue ends.</summary>
    protected abstract Task SendAsync();

    /// <summary>Ends the queue behind the messages that are in it.</summary>
    protected abstract void EndQueue();

    // The server stops: what waits is still sent, for a limited time.
    private void Finish()
    {
        Restart(_limits.Leaving, isLast: true);
        EndQueue();
    }

    private async Task SendAllAsync()
    {
        try
        {
            await SendAsync();
            Socket.Shutdown(SocketShutdown.Send); // of both, what the client still sends would be a reset
        }
        catch
        {
            Drop();
            throw;
        }
    }

    // Receives until the client sends nothing more. While as many moves wait as may, the rest waits in the system, and
    // then in the client: a burst costs nobody anything, and nobody is dropped for it.
    private async Task ReceiveAsync()
    {
        for (int count = 0; !_isFinishing;)
        {
            int consumed = HandleFrames(_received.AsSpan(0, count), out bool isFull);
            count -= consumed;
            _received.AsSpan(consumed, count).CopyTo(_received); // the beginning of the next frame, if any
            if (consumed > 0)
                Restart(_limits.Silence);

            if (isFull)
            {
                await Task.Delay(s_pause);
                ObjectDisposedException.ThrowIf(_isGone, this);
                continue;
            }

            int read = await Socket.ReceiveAsync(_received.AsMemory(count), SocketFlags.None);
            if (read == 0 && count > 0 && !_isFinishing)
                throw new InvalidDataException("The connection ended within a frame.");

            if (read == 0)
                return;

            count += read;
        }

        while (await Socket.ReceiveAsync(_received, SocketFlags.None) > 0)
            continue; // what is not received resets the connection when it is closed
    }

    // Handles the frames that were received completely, as far as their moves may wait, and returns their length.
    // Frames are left only if isFull says so: a tick may make room in the meantime.
    private int HandleFrames(ReadOnlySpan<byte> received, out bool isFull)
    {
        const int Max = GameServer.MaxFrame;

        var reader = new BufferReader(received);
        while (!(isFull = Volatile.Read(ref _waiting) >= GameServer.MaxWaiting) // pairs with the decrement of the tick
            && reader.TryReadPrefixedBytes(LengthPrefix.UInt16LittleEndian, out ReadOnlySpan<byte> frame, Max))
        {
            Handle(frame);
        }

        return reader.Consumed;
    }

    private void Restart(TimeSpan time, bool isLast = false)
    {
        lock (_gate)
        {
            if (_isGone || _isFinishing)
                return;

            _isFinishing = isLast;
            _clock.Change(time, Timeout.InfiniteTimeSpan);
        }
    }
}
