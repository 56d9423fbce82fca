using System.Buffers;
using System.Threading.Channels;
using Microsoft.AspNetCore.Connections;

namespace Pooling.Samples.Broker;

/// <summary>The plain way: a string for each topic, and an array for each message, to which all subscribers refer.</summary>
internal sealed class PlainBroker : MqttBroker
{
    protected override Session CreateSession(ConnectionContext connection) => new PlainSession(this, connection);

    /// <summary>A connection that queues and sends arrays.</summary>
    private sealed class PlainSession(MqttBroker broker, ConnectionContext connection) : Session(broker, connection)
    {
        private const int FlushBytes = 16 * 1024;

        private readonly Channel<byte[]> _unsent = Channel.CreateBounded<byte[]>(
            new BoundedChannelOptions(broker.MaxUnsent / MqttBroker.MinCharge) { SingleReader = true });

        protected override void Forward(ReadOnlySequence<byte> topic, ReadOnlySequence<byte> body)
        {
            char[] characters = new char[topic.Length];
            string name = new(characters, 0, DecodeTopic(topic, characters));
            Session[] subscribers = Broker.Topics.Find(name);
            if (subscribers.Length == 0)
                return;

            byte[] packet = Encode(body);
            foreach (Session subscriber in subscribers)
                ((PlainSession)subscriber).Send(packet);
        }

        protected override void SendCopy(ReadOnlySpan<byte> packet) => Send(packet.ToArray());

        protected override async Task SendAllAsync()
        {
            try
            {
                while (await _unsent.Reader.WaitToReadAsync())
                {
                    int bytes = 0;
                    int charge = 0;
                    while (bytes < FlushBytes && _unsent.Reader.TryRead(out byte[]? packet))
                    {
                        Output.Write(packet);
                        bytes += packet.Length;
                        charge += ChargeOf(packet.Length);
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
            }
        }

        protected override void Complete() => _unsent.Writer.TryComplete();

        private static byte[] Encode(ReadOnlySequence<byte> body)
        {
            Span<byte> header = stackalloc byte[5];
            header[0] = PublishHeader;
            int count = 1;
            uint length = (uint)body.Length;
            for (; length > 0x7F; length >>= 7)
                header[count++] = (byte)(length | 0x80);

            header[count++] = (byte)length;
            byte[] packet = new byte[count + body.Length];
            header[..count].CopyTo(packet);
            body.CopyTo(packet.AsSpan(count));
            return packet;
        }

        private void Send(byte[] packet)
        {
            if (!TryCharge(packet.Length) || !_unsent.Writer.TryWrite(packet))
                Drop();
        }
    }
}
