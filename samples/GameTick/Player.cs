using System.Net.Sockets;
using Pooling.Buffers;

namespace Pooling.Samples.GameTick;

/// <summary>The part of a connected player that is the same in both ways: position, receiving, and the end of the connection.</summary>
/// <remarks>Thread safety: any thread may drop. Sequence and position belong to the thread that ticks.</remarks>
internal abstract class Player(Socket socket, uint id)
{
    private readonly byte[] _received = new byte[1024]; // longer than a frame: there is always room for the rest of one
    private volatile bool _isGone;
    private int _waiting; // moves; added by the receiving loop, removed by the tick

    public uint Id => id;

    public uint Sequence { get; private set; }

    public int X { get; private set; }

    public int Y { get; private set; }

    /// <summary>Gets a value that indicates whether the player has left or was dropped.</summary>
    public bool IsGone => _isGone;

    protected Socket Socket => socket;

    /// <summary>Receives and sends until the player leaves, is dropped, or the server stops.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        using CancellationTokenRegistration registration = stopping.UnsafeRegister(static player => ((Player)player!).Drop(), this);
        Task sending = SendAsync();
        try
        {
            int count = 0;
            while (await socket.ReceiveAsync(_received.AsMemory(count), SocketFlags.None) is > 0 and int read)
            {
                count += read;
                int consumed = HandleFrames(_received.AsSpan(0, count));
                count -= consumed;
                _received.AsSpan(consumed, count).CopyTo(_received); // the beginning of the next frame, if any
            }
        }
        finally
        {
            Drop();
            await sending;
        }
    }

    /// <summary>Closes the connection, which ends receiving and sending.</summary>
    public virtual void Drop()
    {
        _isGone = true;
        socket.Dispose();
    }

    /// <summary>Carries out a move that was queued.</summary>
    public void Apply(in Move move)
    {
        Interlocked.Decrement(ref _waiting);
        (Sequence, X, Y) = (move.Sequence, X + move.X, Y + move.Y);
    }

    /// <summary>Attempts to count one more move that waits for the tick.</summary>
    /// <returns><see langword="false"/> if too many wait already.</returns>
    protected bool TryAddWaiting() => Interlocked.Increment(ref _waiting) <= GameServer.MaxWaiting;

    /// <summary>Handles the opcode and the payload of a frame.</summary>
    /// <exception cref="InvalidDataException">The frame is bad, which ends the connection.</exception>
    protected abstract void Handle(ReadOnlySpan<byte> frame);

    /// <summary>Sends what is queued until the player is dropped.</summary>
    protected abstract Task SendAsync();

    // Handles the frames that were received completely, and returns their length.
    private int HandleFrames(ReadOnlySpan<byte> received)
    {
        var reader = new BufferReader(received);
        while (reader.TryReadPrefixedBytes(LengthPrefix.UInt16LittleEndian, out ReadOnlySpan<byte> frame, GameServer.MaxFrame))
            Handle(frame);

        return reader.Consumed;
    }
}
