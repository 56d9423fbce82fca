using System.Buffers;
using System.Threading.Channels;
using Microsoft.AspNetCore.Connections;

namespace Pooling.Samples.Broker;

/// <summary>The plain way: an array for each message, to which all subscribers refer.</summary>
internal sealed class PlainBroker : MqttBroker
{
    protected override Session CreateSession(ConnectionContext connection, Admission.Place place) =>
        new PlainSession(this, connection, place);

    /// <summary>A connection that queues and sends arrays.</summary>
    private sealed class PlainSession(MqttBroker broker, ConnectionContext connection, Admission.Place place)
        : SendingSession<byte[]>(broker, connection, place, Channel.CreateBounded<byte[]>(broker.QueueOptions))
    {
        protected override void Encode(in ReadOnlySequence<byte> body, Span<byte[]> messages)
        {
            Span<byte> header = stackalloc byte[5];
            header[0] = Packet.Publish;
            int count = 1;
            uint length = (uint)body.Length;
            for (; length > 0x7F; length >>= 7)
                header[count++] = (byte)(length | 0x80);

            header[count++] = (byte)length;
            byte[] packet = new byte[count + body.Length];
            header[..count].CopyTo(packet);
            body.CopyTo(packet.AsSpan(count));
            messages.Fill(packet);
        }

        protected override byte[] Copy(ReadOnlySpan<byte> packet) => packet.ToArray();

        protected override ReadOnlySpan<byte> BytesOf(byte[] message) => message;

        protected override void End(byte[] message)
        {
        }
    }
}
