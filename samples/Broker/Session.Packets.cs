using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using System.Text.Unicode;
using Pooling.Buffers;

namespace Pooling.Samples.Broker;

// The packets of MQTT, each complete.
internal abstract partial class Session
{
    private const byte RefusedFilter = 0x80;

    private static readonly SearchValues<char> s_wildcards = SearchValues.Create("+#\0");

    private readonly Dictionary<string, Subscription> _subscriptions = new(StringComparer.Ordinal);

    private bool Handle(byte header, ReadOnlySequence<byte> body)
    {
        var reader = new SequenceReader<byte>(body);
        switch (header)
        {
            case Packet.Connect:
                return Welcome(ref reader);

            case Packet.Publish or Packet.PublishRetained: // nothing is retained here
                Publish(ref reader, body);
                return true;

            case Packet.Subscribe or Packet.Unsubscribe:
                ChangeSubscriptions(ref reader, header == Packet.Subscribe);
                return true;

            default:
                Packet.Require(body.IsEmpty, "A packet has content.");
                if (header == Packet.PingRequest)
                    Reply([0xD0, 0]);

                return header == Packet.PingRequest; // the other one is DISCONNECT
        }
    }

    private bool Welcome(ref SequenceReader<byte> reader)
    {
        byte code = ConnectPacket.Read(ref reader, out TimeSpan keepAlive);
        if (code == ConnectPacket.Accepted && !_broker.Admission.TryWelcome(_place))
            code = ConnectPacket.NoPlace;

        _isWelcome = code == ConnectPacket.Accepted;
        if (_isWelcome)
            ExpectPacket(1.5 * keepAlive); // as MQTT says

        Reply([0x20, 2, 0, code]);
        return _isWelcome;
    }

    private void Publish(ref SequenceReader<byte> reader, ReadOnlySequence<byte> body)
    {
        Packet.Require(
            reader.TryReadPrefixedBytes(
                LengthPrefix.UInt16BigEndian, out ReadOnlySequence<byte> utf8, MqttBroker.MaxTopic),
            "The topic is cut off.");
        Span<char> topic = stackalloc char[MqttBroker.MaxTopic];
        if (_broker.Topics.TryFind(topic[..DecodeTopic(utf8, topic)], out Topic? found))
            Forward(found, body);
    }

    /// <exception cref="InvalidDataException">It is no UTF-8, empty, or contains a wildcard.</exception>
    private static int DecodeTopic(ReadOnlySequence<byte> topic, Span<char> characters)
    {
        Span<byte> utf8 = stackalloc byte[MqttBroker.MaxTopic];
        topic.CopyTo(utf8);
        OperationStatus status = Utf8.ToUtf16(
            utf8[..(int)topic.Length], characters, out _, out int length, replaceInvalidSequences: false);
        Packet.Require(
            status == OperationStatus.Done && length > 0 && !characters[..length].ContainsAny(s_wildcards),
            "The topic is invalid.");
        return length;
    }

    // SUBSCRIBE: a number, and a filter and a quality of service for each subscription. UNSUBSCRIBE: the same without
    // quality.
    private void ChangeSubscriptions(ref SequenceReader<byte> reader, bool isSubscribe)
    {
        Packet.Require(
            reader.TryReadUInt16BigEndian(out ushort number) && number > 0 && !reader.End,
            "A number or a filter is missing.");
        Span<byte> answer = stackalloc byte[4 + MqttBroker.MaxSubscriptions];
        int length = 4;
        for (int filters = 0; !reader.End; filters++)
        {
            Packet.Require(filters < MqttBroker.MaxSubscriptions, "There are too many filters in one packet.");
            ReadOnlySpan<byte> filter = Packet.ReadText(ref reader);
            Packet.Require(filter.Length is > 0 and <= MqttBroker.MaxTopic, "A filter is empty or too long.");
            string topic = Encoding.UTF8.GetString(filter);
            if (isSubscribe)
            {
                Packet.Require(reader.TryRead(out byte quality) && quality <= 2, "A quality of service is malformed.");
                answer[length++] = TrySubscribe(topic) ? (byte)0 : RefusedFilter; // granted: quality of service 0
            }
            else if (_subscriptions.Remove(topic, out Subscription? subscription))
            {
                _broker.Topics.Remove(subscription);
            }
        }

        (answer[0], answer[1]) = ((byte)(isSubscribe ? 0x90 : 0xB0), (byte)(length - 2));
        BinaryPrimitives.WriteUInt16BigEndian(answer[2..], number);
        Reply(answer[..length]);
    }

    private bool TrySubscribe(string topic)
    {
        if (_subscriptions.ContainsKey(topic))
            return true;

        if (topic.AsSpan().ContainsAny(s_wildcards) || _subscriptions.Count >= MqttBroker.MaxSubscriptions)
            return false;

        _subscriptions.Add(topic, _broker.Topics.Add(topic, this));
        return true;
    }
}
