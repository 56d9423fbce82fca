using System.Net.WebSockets;
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

    public override Member CreateMember(WebSocket socket, string name, Budget budget) =>
        new PooledMember(this, socket, name, budget);

    public override void Receive(ReadOnlySpan<char> room, ReadOnlySpan<byte> packet)
    {
        if (!Rooms.TryFind(room, out Room? found) || found.Members is not { Length: > 0 } members)
            return;

        Span<SharedBuffer> shares = Take(ref _shares, members.Length);
        SharedBuffer.Create(packet, shares, arrays); // the only copy on this node
        PooledMember.Pass(members, shares);
    }

    /// <summary>Makes room for the shares of a message in an array that is kept.</summary>
    private static Span<SharedBuffer> Take(ref SharedBuffer[] shares, int count)
    {
        if (shares.Length < count)
            shares = new SharedBuffer[2 * count];

        return shares.AsSpan(0, count);
    }

    /// <summary>A connection that queues and sends shares.</summary>
    private sealed class PooledMember(PooledNode node, WebSocket socket, string name, Budget budget)
        : SendingMember<SharedBuffer>(node, socket, name, budget, new RingChannel<SharedBuffer>(node.OutboxOptions))
    {
        private SharedBuffer[] _shares = []; // of one message; used by the receiving loop

        public override void Forward(ReadOnlySpan<byte> text, long number)
        {
            Room room = Room;
            Member[] members = room.Members;
            Span<SharedBuffer> shares = Take(ref _shares, members.Length + 1); // the last one is for Redis
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

                lease.Value.DetachShared(shares); // a long message moves, a short one is copied
            }

            Send(members, shares[..^1]);
            SharedBuffer last = shares[^1];
            if (node.Backplane is { } backplane)
                _ = backplane.PublishAsync(room.Channel, last.Memory, last); // ends the share, and never throws
            else
                last.Dispose();
        }

        protected override ReadOnlyMemory<byte> JsonOf(SharedBuffer message) => message.Memory[PacketHeader.Length..];

        protected override void End(SharedBuffer message) => message.Dispose();
    }
}
