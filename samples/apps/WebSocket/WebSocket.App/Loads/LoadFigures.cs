using System.Text.Json.Serialization;

namespace WebSockets.App.Loads;

/// <summary>The figures of a load for a period; also a line of its JSON output.</summary>
/// <param name="Process">The resources that its process used.</param>
/// <param name="Sent">The number of sent messages.</param>
/// <param name="Received">The number of returned messages.</param>
/// <param name="Waiting">The number of messages that wait to be sent at the end.</param>
internal sealed record LoadFigures(ProcessFigures Process, long Sent, long Received, long Waiting)
{
    /// <summary>The round-trip times of the messages.</summary>
    [JsonIgnore]
    public int[] Latencies { get; init; } = [];

    public double LatencyP50 => LatencyHistogram.Quantile(Latencies, 0.5);

    public double LatencyP99 => LatencyHistogram.Quantile(Latencies, 0.99);

    public double RoundTripsPerSecond => Received / Process.Seconds;

    /// <summary>The bytes that the whole process allocated per message, sent or received.</summary>
    public double BytesPerMessage => Process.BytesPer(Sent + Received);

    /// <summary>The processor time of the whole process in microseconds per message, sent or received.</summary>
    public double MicrosecondsPerMessage => Process.MicrosecondsPer(Sent + Received);

    public static LoadFigures Between(LoadReading from, LoadReading to) => new(
        ProcessFigures.Between(from.Process, to.Process), to.Sent - from.Sent, to.Received - from.Received, to.Waiting)
    {
        Latencies = LatencyHistogram.Between(from.Latencies, to.Latencies),
    };

    public static LoadFigures Sum(IReadOnlyList<LoadFigures> parts) => new(
        ProcessFigures.Sum([.. parts.Select(static part => part.Process)]),
        parts.Sum(static part => part.Sent),
        parts.Sum(static part => part.Received),
        parts.Max(static part => part.Waiting))
    {
        Latencies = parts.Select(static part => part.Latencies).Aggregate(LatencyHistogram.Sum),
    };
}
