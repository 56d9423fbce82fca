using System.Buffers;
using System.Threading.Channels;
using Microsoft.AspNetCore.Connections;
using Pooling.Buffers;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.Samples.Broker;

/// <summary>The pooled way: a message is encoded once into rented memory, and each subscriber gets a share of it.</summary>
internal sealed class PooledBroker(BufferWriterPool? pool = null) : MqttBroker
{
    protected override Session CreateSession(ConnectionContext connection) => new PooledSession(this, connection, pool);

    /// <summary>A connection that queues and sends shares.</summary>
    private sealed class PooledSession(MqttBroker broker, ConnectionContext connection, BufferWriterPool? pool)
        : Session(broker, connection)
    {
        private const int FlushBytes = 16 * 1024; // short messages that wait together leave together

        private readonly RingChannel<SharedBuffer> _unsent =
            new(new BoundedChannelOptions(broker.MaxUnsent / MqttBroker.MinCharge) { SingleReader = true });

        private SharedBuffer[] _shares = []; // of one message, one for each subscriber; used by the receiving loop

        protected override void Forward(ReadOnlySequence<byte> topic, ReadOnlySequence<byte> body)
        {
            Span<char> characters = stackalloc char[MqttBroker.MaxTopic];
            Session[] subscribers = Broker.Topics.Find(characters[..DecodeTopic(topic, characters)]);
            if (subscribers.Length == 0)
                return;

            if (_shares.Length < subscribers.Length)
                _shares = new SharedBuffer[2 * subscribers.Length];

            using (PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(pool))
            {
                lease.Value.WriteByte(PublishHeader);
                lease.Value.WriteVarint32((uint)body.Length);
                lease.Value.Write(in body);
                lease.Value.DetachShared(_shares.AsSpan(0, subscribers.Length)); // the array moves, nothing is copied
            }

            for (int i = 0; i < subscribers.Length; i++)
                ((PooledSession)subscribers[i]).Send(_shares[i]);
        }

        protected override void SendCopy(ReadOnlySpan<byte> packet) => Send(SharedBuffer.Create(packet));

        protected override async Task SendAllAsync()
        {
            try
            {
                while (await _unsent.Reader.WaitToReadAsync())
                {
                    int bytes = 0;
                    int charge = 0;
                    while (bytes < FlushBytes && _unsent.Reader.TryRead(out SharedBuffer share))
                    {
                        using (share)
                        {
                            Output.Write(share.Span);
                            bytes += share.Length;
                            charge += ChargeOf(share.Length);
                        }
                    }

                    if ((await Output.FlushAsync()).IsCompleted)
                        break;

                    Release(charge);
                }
            }
            catch
            {
                Drop();
                throw;
            }
            finally
            {
                Complete();
                _unsent.Dispose(); // ends the shares that were not sent
            }
        }

        protected override void Complete() => _unsent.Writer.TryComplete();

        /// <summary>Queues a share for sending. Drops the subscriber instead if too many bytes wait. Never waits.</summary>
        private void Send(SharedBuffer share)
        {
            if (TryCharge(share.Length) && _unsent.Writer.TryWrite(share))
                return;

            share.Dispose();
            Drop();
        }
    }
}
