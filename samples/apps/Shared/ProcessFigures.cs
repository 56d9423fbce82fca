using System.Diagnostics;

namespace Pooling.Samples;

/// <summary>The resources that a process used during a period.</summary>
internal record ProcessFigures
{
    public double Seconds { get; init; }

    /// <summary>The number of bytes allocated by all threads, except for reports.</summary>
    public long Allocated { get; init; }

    /// <summary>The number of collections of generation 0 and above, as the runtime counts them.</summary>
    public int Gen0 { get; init; }

    public int Gen1 { get; init; }

    public int Gen2 { get; init; }

    public double PauseMilliseconds { get; init; }

    /// <summary>The processor time, including the system's time for sockets.</summary>
    public double ProcessorMilliseconds { get; init; }

    public double AllocatedMegabytesPerSecond => Allocated / Seconds / 1e6;

    /// <summary>The average number of processors that the process kept busy.</summary>
    public double Processors => ProcessorMilliseconds / 1000 / Seconds;

    public static ProcessFigures Between(ProcessReading from, ProcessReading to) => new()
    {
        Seconds = Stopwatch.GetElapsedTime(from.Timestamp, to.Timestamp).TotalSeconds,
        Allocated = Math.Max(0, to.Allocated - from.Allocated - (to.ForReports - from.ForReports)),
        Gen0 = to.Gen0 - from.Gen0,
        Gen1 = to.Gen1 - from.Gen1,
        Gen2 = to.Gen2 - from.Gen2,
        PauseMilliseconds = to.PauseMilliseconds - from.PauseMilliseconds,
        ProcessorMilliseconds = to.ProcessorMilliseconds - from.ProcessorMilliseconds,
    };

    public static ProcessFigures Sum(IReadOnlyList<ProcessFigures> parts) => new()
    {
        Seconds = parts.Sum(static part => part.Seconds),
        Allocated = parts.Sum(static part => part.Allocated),
        Gen0 = parts.Sum(static part => part.Gen0),
        Gen1 = parts.Sum(static part => part.Gen1),
        Gen2 = parts.Sum(static part => part.Gen2),
        PauseMilliseconds = parts.Sum(static part => part.PauseMilliseconds),
        ProcessorMilliseconds = parts.Sum(static part => part.ProcessorMilliseconds),
    };

    /// <summary>Returns the bytes per message, or per other counted event.</summary>
    public double BytesPer(long count) => Allocated / (double)Math.Max(1, count);

    /// <summary>Returns the microseconds of processor time per message.</summary>
    public double MicrosecondsPer(long count) => ProcessorMilliseconds * 1000 / Math.Max(1, count);
}
