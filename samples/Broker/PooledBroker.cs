using System.Buffers;
using Microsoft.AspNetCore.Connections;
using Pooling.Buffers;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.Samples.Broker;

/// <summary>The pooled way: a message is encoded once into rented memory, and each subscriber gets a share of it.</summary>
internal sealed class PooledBroker(BufferWriterPool? pool = null) : MqttBroker
{
    protected override Session CreateSession(ConnectionContext connection, Admission.Place place) =>
        new PooledSession(this, connection, place, pool);

    /// <summary>A connection that queues and sends shares.</summary>
    private sealed class PooledSession(
        MqttBroker broker, ConnectionContext connection, Admission.Place place, BufferWriterPool? pool)
        : SendingSession<SharedBuffer>(broker, connection, place, new RingChannel<SharedBuffer>(broker.QueueOptions))
    {
        protected override void Encode(in ReadOnlySequence<byte> body, Span<SharedBuffer> messages)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(pool);
            lease.Value.WriteByte(Packet.Publish);
            lease.Value.WriteVarint32((uint)body.Length);
            lease.Value.Write(in body);
            lease.Value.DetachShared(messages); // a long message moves, a short one is copied
        }

        protected override SharedBuffer Copy(ReadOnlySpan<byte> packet) => SharedBuffer.Create(packet);

        protected override ReadOnlySpan<byte> BytesOf(SharedBuffer message) => message.Span;

        protected override void End(SharedBuffer message) => message.Dispose();
    }
}
