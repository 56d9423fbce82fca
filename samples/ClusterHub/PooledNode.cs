using System.Buffers;
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
internal sealed class PooledNode(
    RedisBackplane? backplane, BufferWriterPool? pool = null, ArrayPool<byte>? arrays = null)
    : HubNode(backplane)
{
    private readonly BufferWriterPool? _pool = pool;
    private readonly byte[] _header = backplane?.Header ?? PacketHeader.Create(Guid.Empty);
    private SharedBuffer[] _shares = []; // of one message of another node; used by the one loop that receives them

    public override Member CreateMember(WebSocket socket, string name, Admission.Part part) =>
        new PooledMember(this, socket, name, part);

    public override void Receive(ReadOnlySpan<char> room, ReadOnlySpan<byte> packet)
    {
        if (!Rooms.TryFind(room, out Room? found) || found.Members is not { Length: > 0 } members)
            return;

        if (_shares.Length < members.Length)
            _shares = new SharedBuffer[2 * members.Length];

        Span<SharedBuffer> shares = _shares.AsSpan(0, members.Length);
        SharedBuffer.Create(packet, shares, arrays); // the only copy on this node
        PooledMember.Pass(members, shares);
    }

    /// <summary>A connection that queues and sends shares.</summary>
    private sealed class PooledMember(PooledNode node, WebSocket socket, string name, Admission.Part part)
        : SendingMember<SharedBuffer>(node, socket, name, part, new RingChannel<SharedBuffer>(node.OutboxOptions))
    {
        public override int Forward(ReadOnlySpan<byte> text, long number)
        {
            Room room = Room;
            Member[] members = room.Members;
            int count = members.Length + 1; // the last one is for Redis
            SharedBuffer[] rented = ArrayPool<SharedBuffer>.Shared.Rent(count);
            Span<SharedBuffer> shares = rented.AsSpan(0, count);
            try
            {
                int length = Encode(text, number, shares);
                Send(members, shares[..^1]);
                SharedBuffer last = shares[^1];
                if (node.Backplane is { } backplane)
                    Remember(backplane.PublishAsync(room.Channel, last.Memory, Unconfirmed, last)); // ends the share
                else
                    last.Dispose();

                return length;
            }
            finally
            {
                shares.Clear(); // the shared pool must not keep shares alive
                ArrayPool<SharedBuffer>.Shared.Return(rented);
            }
        }

        protected override ReadOnlyMemory<byte> JsonOf(SharedBuffer message) => message.Memory[PacketHeader.Length..];

        protected override void End(SharedBuffer message) => message.Dispose();

        /// <returns>The length of the JSON.</returns>
        private int Encode(ReadOnlySpan<byte> text, long number, Span<SharedBuffer> shares)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(node._pool);
            lease.Value.Write(node._header);
            using (PooledUtf8JsonWriter json = Utf8JsonWriterPool.Shared.Rent(lease.Value))
            {
                json.Writer.WriteStartObject();
                json.Writer.WriteString("from"u8, Name);
                json.Writer.WriteNumber("number"u8, number);
                json.Writer.WriteString("text"u8, text);
                json.Writer.WriteEndObject();
            }

            int length = lease.Value.WrittenCount - PacketHeader.Length;
            lease.Value.DetachShared(shares); // a long message moves, a short one is copied
            return length;
        }
    }
}
