using System.Text.Json.Serialization;

namespace WebSockets.App.Loads;

/// <summary>What a load did in a while: also a line of the JSON that it writes.</summary>
/// <param name="Process">What its process used.</param>
/// <param name="Sent">Messages that were sent.</param>
/// <param name="Received">Messages that came back.</param>
/// <param name="Waiting">Messages that wait to be sent, at the end.</param>
internal sealed record LoadFigures(ProcessFigures Process, long Sent, long Received, long Waiting)
{
    /// <summary>How long messages took there and back.</summary>
    [JsonIgnore]
    public int[] Latencies { get; init; } = [];

    public double LatencyP50 => LatencyHistogram.Quantile(Latencies, 0.5);

    public double LatencyP99 => LatencyHistogram.Quantile(Latencies, 0.99);

    public double RoundTripsPerSecond => Received / Process.Seconds;

    /// <summary>What the whole process allocated for a message, sent or received.</summary>
    public double BytesPerMessage => Process.BytesPer(Sent + Received);

    /// <summary>The processor time of the whole process for a message, sent or received.</summary>
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
