using System.Net.Sockets;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.Queues;

namespace Pooling.Samples.GameTick;

/// <summary>A connected player: reads frames into one buffer, queues their commands for the tick, and sends the shares of messages that
/// the tick hands over.</summary>
/// <remarks>
/// <para>Thread safety: any thread may send and drop. The position belongs to the thread that ticks.</para>
/// <para>Allocation: what the constructor and <see cref="RunAsync"/> create; nothing for a frame or a message.</para>
/// </remarks>
internal sealed class PooledPlayer(
    Socket socket, uint id, OpcodeDispatcher<PooledPlayer> dispatcher, MpscRingQueue<(PooledPlayer Player, Command Command)> commands)
{
    private const int ReceiveLength = 1024; // bytes; longer than a frame, so there is always room for the rest of one

    private readonly byte[] _received = new byte[ReceiveLength];
    private readonly RingChannel<SharedBuffer> _outbox = new(new BoundedChannelOptions(GameServer.MaxUnsent) { SingleReader = true });
    private volatile bool _isGone;
    private int _waiting;

    public uint Id => id;

    public uint Sequence { get; private set; }

    public int X { get; private set; }

    public int Y { get; private set; }

    /// <summary>Gets a value that indicates whether the player has left or was dropped.</summary>
    public bool IsGone => _isGone;

    /// <summary>Receives and sends until the player leaves, is dropped, or the server stops.</summary>
    public async Task RunAsync(CancellationToken stopping)
    {
        using CancellationTokenRegistration registration =
            stopping.UnsafeRegister(static player => ((PooledPlayer)player!).Drop(), this);
        Task sending = SendAsync();
        try
        {
            await ReceiveAsync();
        }
        finally
        {
            Drop();
            await sending;
        }
    }

    /// <summary>Queues a message, and drops the player if too many wait already. Does not wait.</summary>
    /// <param name="message">The message. The player gets a share of its own.</param>
    public void Send(SharedBuffer message)
    {
        SharedBuffer share = message.Retain();
        if (_outbox.Writer.TryWrite(share))
            return;

        share.Dispose();
        Drop();
    }

    /// <summary>Closes the connection. Both loops end, and the shares that wait end with them.</summary>
    public void Drop()
    {
        _isGone = true;
        _outbox.Writer.TryComplete();
        socket.Dispose();
    }

    /// <summary>Queues a command for the tick, and drops the player if too many wait already. Receiving loop only.</summary>
    public void Enqueue(in Command command)
    {
        if (Interlocked.Increment(ref _waiting) > GameServer.MaxWaiting || !commands.TryEnqueue((this, command)))
            Drop();
    }

    /// <summary>Carries out a command that was queued. Tick only.</summary>
    public void Apply(in Command command)
    {
        Interlocked.Decrement(ref _waiting);
        Sequence = command.Sequence;
        (X, Y) = command.Apply(X, Y);
    }

    private async Task ReceiveAsync()
    {
        int count = 0;
        while (await socket.ReceiveAsync(_received.AsMemory(count), SocketFlags.None) is > 0 and int read)
        {
            count += read;
            int consumed = DispatchFrames(_received.AsSpan(0, count));
            count -= consumed;
            _received.AsSpan(consumed, count).CopyTo(_received); // the beginning of the next frame, if any
        }
    }

    private int DispatchFrames(ReadOnlySpan<byte> received)
    {
        PooledPlayer self = this;
        var reader = new BufferReader(received);
        while (reader.TryReadPrefixedBytes(LengthPrefix.UInt16LittleEndian, out ReadOnlySpan<byte> frame, GameServer.MaxFrame))
        {
            var content = new BufferReader(frame);
            ushort opcode = content.ReadUInt16LittleEndian();
            DispatchStatus status = dispatcher.Dispatch(in self, opcode, content.UnreadSpan);
            if (status != DispatchStatus.Handled)
                throw new InvalidDataException($"Opcode {opcode}: {status}.");
        }

        return reader.Consumed;
    }

    private async Task SendAsync()
    {
        try
        {
            while (await _outbox.Reader.WaitToReadAsync())
            {
                while (_outbox.Reader.TryRead(out SharedBuffer share))
                {
                    using (share)
                    {
                        ReadOnlyMemory<byte> rest = share.Memory;
                        while (!rest.IsEmpty)
                            rest = rest[await socket.SendAsync(rest, SocketFlags.None)..];
                    }
                }
            }
        }
        finally
        {
            Drop();
            _outbox.Dispose(); // ends the shares that were not sent
        }
    }
}
