using System.Diagnostics;

namespace WebSockets.App.Loads;

/// <summary>What one socket has sent and got back: every echo is compared with the text whose turn it is.</summary>
/// <remarks>One thread begins messages, one takes echoes; any thread reads the counters.</remarks>
internal sealed class EchoLedger
{
    private readonly EchoTexts _texts;
    private readonly int _first;
    private readonly long[] _times; // when messages were sent that are under way
    private long _sent;
    private long _received;
    private long _wrong;

    /// <param name="texts">What is sent.</param>
    /// <param name="socket">The number of the socket.</param>
    /// <param name="window">The most messages that are under way.</param>
    public EchoLedger(EchoTexts texts, int socket, int window)
    {
        _texts = texts;
        _first = socket % EchoTexts.Count;
        _times = new long[window];
    }

    public long Sent => Volatile.Read(ref _sent);

    public long Received => Volatile.Read(ref _received);

    /// <summary>Echoes that were not the text whose turn it was, or that nobody waited for.</summary>
    public long Wrong => Volatile.Read(ref _wrong);

    /// <summary>From before a message was encoded until its echo was compared.</summary>
    public LatencyHistogram Latencies { get; } = new();

    /// <summary>Whether one more may be under way.</summary>
    public bool HasRoom => _sent - Received < _times.Length;

    /// <summary>Begins a message. It is to be sent, or <see cref="Undo"/> called.</summary>
    public string Begin()
    {
        Volatile.Write(ref _times[_sent % _times.Length], Stopwatch.GetTimestamp());
        string text = _texts[NumberOf(_sent)];
        Volatile.Write(ref _sent, _sent + 1); // pairs with the read when the echo comes
        return text;
    }

    /// <summary>The message that was begun was not taken.</summary>
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
