using System.Text.Json.Serialization;

namespace OpcUa.App.Calling;

/// <summary>The results and the cost of a client's calls during a period.</summary>
internal sealed record CallFigures(ProcessFigures Process, long Calls, long Results)
{
    /// <summary>The durations of the turns. A turn is one call, or the calls of one round.</summary>
    [JsonIgnore]
    public int[] Latencies { get; init; } = [];

    public double LatencyP50 => LatencyHistogram.Quantile(Latencies, 0.5);

    public double LatencyP99 => LatencyHistogram.Quantile(Latencies, 0.99);

    public double ResultsPerSecond => Results / Process.Seconds;

    /// <summary>The bytes that the whole process allocated per result.</summary>
    public double BytesPerResult => Process.BytesPer(Results);

    public double MicrosecondsPerResult => Process.MicrosecondsPer(Results);

    public static CallFigures Between(CallReading from, CallReading to) => new(
        ProcessFigures.Between(from.Process, to.Process), to.Calls - from.Calls, to.Results - from.Results)
    {
        Latencies = LatencyHistogram.Between(from.Latencies, to.Latencies),
    };

    public static CallFigures Sum(IReadOnlyList<CallFigures> parts) => new(
        ProcessFigures.Sum([.. parts.Select(static part => part.Process)]),
        parts.Sum(static part => part.Calls),
        parts.Sum(static part => part.Results))
    {
        Latencies = parts.Select(static part => part.Latencies).Aggregate(LatencyHistogram.Sum),
    };
}
