using System.Diagnostics;

namespace WebSockets.App.Loads;

/// <summary>The messages and echoes of one socket. Every echo is compared with the text that is expected next.</summary>
/// <remarks>One thread begins messages, and one adds echoes. Any thread may read the counters.</remarks>
internal sealed class EchoLedger
{
    private readonly EchoTexts _texts;
    private readonly int _first;
    private readonly long[] _times; // the times at which the messages in transit were sent
    private long _sent;
    private long _received;
    private long _wrong;

    /// <param name="texts">The texts to send.</param>
    /// <param name="socket">The number of the socket.</param>
    /// <param name="window">The maximum number of messages in transit.</param>
    public EchoLedger(EchoTexts texts, int socket, int window)
    {
        _texts = texts;
        _first = socket % EchoTexts.Count;
        _times = new long[window];
    }

    public long Sent => Volatile.Read(ref _sent);

    public long Received => Volatile.Read(ref _received);

    /// <summary>The number of echoes that were not the expected text, or that were not expected at all.</summary>
    public long Wrong => Volatile.Read(ref _wrong);

    /// <summary>The times from before a message was encoded until its echo was compared.</summary>
    public LatencyHistogram Latencies { get; } = new();

    /// <summary>Whether another message may be in transit.</summary>
    public bool HasRoom => _sent - Received < _times.Length;

    /// <summary>Begins a message. The caller must send it or call <see cref="Undo"/>.</summary>
    public string Begin()
    {
        Volatile.Write(ref _times[_sent % _times.Length], Stopwatch.GetTimestamp());
        string text = _texts[NumberOf(_sent)];
        Volatile.Write(ref _sent, _sent + 1); // pairs with the read when the echo arrives
        return text;
    }

    /// <summary>Reverses <see cref="Begin"/>, because the message was not accepted.</summary>
    public void Undo() => Volatile.Write(ref _sent, _sent - 1);

    public void OnEcho(ReadOnlySpan<byte> utf8) => OnEcho(_texts.IsText(NumberOf(_received), utf8));

    public void OnEcho(string? text) => OnEcho(_texts.IsText(NumberOf(_received), text));

    private int NumberOf(long message) => (int)((_first + message) % EchoTexts.Count);

    private void OnEcho(bool isRight)
    {
        if (!isRight || _received >= Sent)
            Volatile.Write(ref _wrong, _wrong + 1);

        long sent = Volatile.Read(ref _times[_received % _times.Length]);
        Latencies.Add(Stopwatch.GetElapsedTime(sent).Ticks);
        Volatile.Write(ref _received, _received + 1); // pairs with HasRoom: the place is free
    }
}
