using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.IO.Pipelines;
using System.Text.Unicode;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Pooling.Buffers;

namespace Pooling.Samples.Broker;

/// <summary>The part of a connection that is the same in both ways: framing, the packets of MQTT, and the end.</summary>
/// <remarks>Thread safety: any thread may send and drop. Everything else belongs to the receiving loop.</remarks>
internal abstract class Session(MqttBroker broker, ConnectionContext connection)
{
    private const byte Connect = 0x10;
    private const byte Publish = 0x30;
    private const byte Retain = 0x01; // a flag of Publish
    private const byte Subscribe = 0x82;
    private const byte Unsubscribe = 0xA2;
    private const byte PingRequest = 0xC0;
    private const byte Disconnect = 0xE0;
    private const int MaxLengthBytes = 4;
    private const byte RefusedFilter = 0x80;

    private static readonly SearchValues<char> s_wildcards = SearchValues.Create("+#\0");

    private readonly HashSet<string> _topics = new(StringComparer.Ordinal);
    private bool _isWelcome;
    private int _unsent; // bytes that were charged
    private bool _isSlow;

    /// <summary>Gets the first byte of a PUBLISH packet that the broker sends.</summary>
    public static byte PublishHeader => Publish;

    protected MqttBroker Broker => broker;

    protected PipeWriter Output => connection.Transport.Output;

    /// <summary>Receives and sends until the client leaves, is dropped, or the server stops.</summary>
    public async Task RunAsync()
    {
        var lifetime = connection.Features.Get<IConnectionLifetimeNotificationFeature>();
        CancellationToken stopping = lifetime?.ConnectionClosedRequested ?? CancellationToken.None;
        using CancellationTokenRegistration registration = stopping.UnsafeRegister(static session => ((Session)session!).Drop(), this);
        Task sending = SendAllAsync();
        bool isRefused = false;
        try
        {
            await ReceiveAsync(connection.Transport.Input);
            isRefused = !_isWelcome;
        }
        finally
        {
            foreach (string topic in _topics)
                broker.Topics.Remove(topic, this);

            if (isRefused)
                Complete(); // the refusal is still sent
            else
                Drop();

            await sending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); // it fails, too, if the connection does
        }
    }

    /// <summary>Ends the connection at once, which ends receiving and sending.</summary>
    public void Drop()
    {
        Complete();
        connection.Abort();
    }

    /// <summary>Queues a copy of a short packet.</summary>
    protected abstract void SendCopy(ReadOnlySpan<byte> packet);

    /// <summary>Sends a message to all subscribers of its topic. Never waits for any of them.</summary>
    /// <param name="topic">The topic in UTF-8, which begins the body.</param>
    /// <param name="body">The content of the PUBLISH packet, without the first byte and the length.</param>
    protected abstract void Forward(ReadOnlySequence<byte> topic, ReadOnlySequence<byte> body);

    /// <summary>Sends what is queued until the queue is completed and empty.</summary>
    protected abstract Task SendAllAsync();

    /// <summary>Refuses packets to send from now on.</summary>
    protected abstract void Complete();

    /// <summary>Attempts to count bytes that wait to be sent.</summary>
    /// <returns><see langword="false"/> if too many wait: the subscriber is too slow.</returns>
    protected bool TryCharge(int length)
    {
        if (Interlocked.Add(ref _unsent, ChargeOf(length)) <= broker.MaxUnsent)
            return true;

        // Not subtracted: this connection ends. Messages may come until its topics are removed.
        if (!Interlocked.Exchange(ref _isSlow, true)) // counted once
            broker.CountSlow();

        return false;
    }

    protected static int ChargeOf(int length) => Math.Max(length, MqttBroker.MinCharge);

    protected void Release(int charge) => Interlocked.Add(ref _unsent, -charge);

    /// <summary>Decodes a topic into characters.</summary>
    /// <exception cref="InvalidDataException">It is no UTF-8, empty, or contains a wildcard.</exception>
    protected static int DecodeTopic(ReadOnlySequence<byte> topic, Span<char> characters)
    {
        Span<byte> utf8 = stackalloc byte[MqttBroker.MaxTopic];
        topic.CopyTo(utf8);
        OperationStatus status = Utf8.ToUtf16(
            utf8[..(int)topic.Length], characters, out _, out int length, replaceInvalidSequences: false);
        Require(status == OperationStatus.Done && length > 0 && !characters[..length].ContainsAny(s_wildcards), "The topic is invalid.");
        return length;
    }

    private static void Require([DoesNotReturnIf(false)] bool condition, string message)
    {
        if (!condition)
            throw new InvalidDataException(message);
    }

    private async Task ReceiveAsync(PipeReader input)
    {
        bool isOpen = true;
        while (isOpen)
        {
            ReadResult read = await input.ReadAsync();
            isOpen = HandlePackets(read.Buffer, out SequencePosition consumed) && !read.IsCompleted;
            input.AdvanceTo(consumed, examined: read.Buffer.End);
        }
    }

    // A method of its own, because a SequenceReader cannot cross an await. Returns false if the client wants to leave.
    private bool HandlePackets(ReadOnlySequence<byte> received, out SequencePosition consumed)
    {
        var reader = new SequenceReader<byte>(received);
        consumed = reader.Position;
        while (reader.TryRead(out byte header))
        {
            long start = reader.Consumed;
            if (!reader.TryReadPrefixedBytes(LengthPrefix.Varint, out ReadOnlySequence<byte> body, MqttBroker.MaxPacket))
                break; // the rest is to come

            Require(reader.Consumed - start - body.Length <= MaxLengthBytes, "The length is too long.");
            consumed = reader.Position;
            if (!Handle(header, body))
                return false;
        }

        return true;
    }

    private bool Handle(byte header, ReadOnlySequence<byte> body)
    {
        var reader = new SequenceReader<byte>(body);
        Require(_isWelcome == (header != Connect), "The first packet, and no other one, is CONNECT.");
        switch (header)
        {
            case Connect:
                return Welcome(ref reader);

            case Publish or Publish | Retain: // nothing is retained here
                Require(
                    reader.TryReadPrefixedBytes(LengthPrefix.UInt16BigEndian, out ReadOnlySequence<byte> topic, MqttBroker.MaxTopic),
                    "The topic is cut off.");
                Forward(topic, body);
                return true;

            case Subscribe:
                ChangeSubscriptions(ref reader, isSubscribe: true);
                return true;

            case Unsubscribe:
                ChangeSubscriptions(ref reader, isSubscribe: false);
                return true;

            case PingRequest when body.IsEmpty:
                SendCopy([0xD0, 0]);
                return true;

            case Disconnect when body.IsEmpty:
                return false;

            default:
                throw new InvalidDataException($"A packet that begins with {header:X2} is not supported.");
        }
    }

    // CONNECT: protocol, level, flags, seconds to keep alive, the client's name; then a will, a user and a password, which are not used.
    private bool Welcome(ref SequenceReader<byte> reader)
    {
        byte level = 0;
        Require(
            reader.TryReadPrefixedUtf8(LengthPrefix.UInt16BigEndian, out string? protocol, maxLength: 16) && reader.TryRead(out level)
                && reader.TryRead(out byte flags) && (flags & 1) == 0 && reader.TryReadUInt16BigEndian(out _)
                && reader.TryReadPrefixedBytes(LengthPrefix.UInt16BigEndian, out _, MqttBroker.MaxTopic),
            "CONNECT is malformed.");
        _isWelcome = protocol == "MQTT" && level == 4;
        SendCopy([0x20, 2, 0, (byte)(_isWelcome ? 0 : 1)]); // 1: the version is not supported
        return _isWelcome;
    }

    // SUBSCRIBE: a number, and a filter and a quality of service for each subscription. UNSUBSCRIBE: the same without quality.
    private void ChangeSubscriptions(ref SequenceReader<byte> reader, bool isSubscribe)
    {
        Require(reader.TryReadUInt16BigEndian(out ushort number) && number > 0 && !reader.End, "A number or a filter is missing.");
        Span<byte> answer = stackalloc byte[4 + MqttBroker.MaxSubscriptions];
        int length = 4;
        while (!reader.End)
        {
            Require(length < answer.Length, "There are too many filters in one packet.");
            Require(
                reader.TryReadPrefixedUtf8(LengthPrefix.UInt16BigEndian, out string? topic, MqttBroker.MaxTopic) && topic.Length > 0,
                "A filter is malformed.");
            if (isSubscribe)
            {
                Require(reader.TryRead(out byte quality) && quality <= 2, "A quality of service is malformed.");
                answer[length++] = TrySubscribe(topic) ? (byte)0 : RefusedFilter; // granted: quality of service 0
            }
            else if (_topics.Remove(topic))
            {
                broker.Topics.Remove(topic, this);
            }
        }

        (answer[0], answer[1]) = ((byte)(isSubscribe ? 0x90 : 0xB0), (byte)(length - 2));
        BinaryPrimitives.WriteUInt16BigEndian(answer[2..], number);
        SendCopy(answer[..length]);
    }

    private bool TrySubscribe(string topic)
    {
        if (topic.AsSpan().ContainsAny(s_wildcards) || (_topics.Count >= MqttBroker.MaxSubscriptions && !_topics.Contains(topic)))
            return false;

        if (_topics.Add(topic))
            broker.Topics.Add(topic, this);

        return true;
    }
}
