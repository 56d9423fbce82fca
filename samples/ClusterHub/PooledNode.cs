using System.Net.WebSockets;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.Samples.ClusterHub;

/// <summary>The pooled way: a message is encoded once into rented memory. Each member gets a share of it, and Redis the last one.</summary>
/// <param name="backplane">The connection to other nodes; <see langword="null"/> if there are none.</param>
/// <param name="pool">The pool of the writers; <see langword="null"/> for the shared one.</param>
/// <param name="arrays">The pool of the messages of other nodes; <see langword="null"/> for the shared one.</param>
internal sealed class PooledNode(RedisBackplane? backplane, BufferWriterPool? pool = null, System.Buffers.ArrayPool<byte>? arrays = null)
    : HubNode(backplane)
{
    private readonly BufferWriterPool? _pool = pool;
    private readonly byte[] _header = backplane?.Header ?? PacketHeader.Create(Guid.Empty);
    private SharedBuffer[] _shares = []; // of one message of another node; used by the one loop that receives them

    public override Member CreateMember(WebSocket socket, string name) => new PooledMember(this, socket, name);

    public override void Receive(ReadOnlySpan<char> room, ReadOnlySpan<byte> packet)
    {
        if (!Rooms.TryFind(room, out Room? found) || found.Members is not { Length: > 0 } members)
            return;

        Span<SharedBuffer> shares = Take(ref _shares, members.Length);
        SharedBuffer.Create(packet, shares, arrays); // the only copy on this node
        Deliver(members, shares, packet.Length - PacketHeader.Length);
    }

    /// <summary>Makes room for the shares of a message in an array that is kept.</summary>
    private static Span<SharedBuffer> Take(ref SharedBuffer[] shares, int count)
    {
        if (shares.Length < count)
            shares = new SharedBuffer[2 * count];

        return shares.AsSpan(0, count);
    }

    private void Deliver(Member[] members, ReadOnlySpan<SharedBuffer> shares, int length)
    {
        int charge = ChargeOf(length);
        bool isFull = Charge((long)charge * members.Length);
        for (int i = 0; i < members.Length; i++)
            ((PooledMember)members[i]).Send(shares[i], charge, isFull);
    }

    /// <summary>A connection that queues and sends shares.</summary>
    private sealed class PooledMember(PooledNode node, WebSocket socket, string name) : Member(node, socket, name)
    {
        private readonly RingChannel<SharedBuffer> _outbox =
            new(new BoundedChannelOptions(node.MaxUnsent / MinCharge) { SingleReader = true });

        private SharedBuffer[] _shares = []; // of one message; used by the receiving loop

        public override void Forward(ReadOnlySpan<byte> text, long number)
        {
            Room room = Room;
            Member[] members = room.Members;
            Span<SharedBuffer> shares = Take(ref _shares, members.Length + 1); // the last one is for Redis
            int length;
            using (PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(node._pool))
            {
                lease.Value.Write(node._header);
                using (PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent(lease.Value))
                {
                    json.Writer.WriteStartObject();
                    json.Writer.WriteString("from"u8, Name);
                    json.Writer.WriteNumber("number"u8, number);
                    json.Writer.WriteString("text"u8, text);
                    json.Writer.WriteEndObject();
                }

                length = lease.Value.WrittenCount - PacketHeader.Length;
                lease.Value.DetachShared(shares); // the array moves, nothing is copied
            }

            node.Deliver(members, shares, length);
            SharedBuffer last = shares[^1];
            if (node.Backplane is { } backplane)
                _ = backplane.PublishAsync(room.Channel, last.Memory, last); // ends the share, and never throws
            else
                last.Dispose();
        }

        /// <summary>Queues a share for sending, or ends it if the member is too slow or leaves. Never waits.</summary>
        public void Send(SharedBuffer share, int charge, bool isFull)
        {
            if (TryCharge(charge, isFull) && _outbox.Writer.TryWrite(share))
                return;

            share.Dispose();
            Release(charge);
        }

        protected override async Task SendAllAsync()
        {
            while (await _outbox.Reader.WaitToReadAsync())
            {
                while (_outbox.Reader.TryRead(out SharedBuffer share))
                {
                    ReadOnlyMemory<byte> json = share.Memory[PacketHeader.Length..];
                    using (share)
                        await SendAsync(json);

                    Release(ChargeOf(json.Length));
                }
            }
        }

        protected override void Complete() => _outbox.Writer.TryComplete();
    }
}
