using System.Diagnostics;
using System.Text.Json.Serialization;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Hosting;

/// <summary>The figures of a server over some time. Also a line of its JSON output.</summary>
internal sealed record ServerFigures
{
    // A queue, a buffer or a pool occasionally grows to a new maximum, which takes less than this.
    private const long MostBytes = 65_536;
    private const double MostBytesPerPacket = 0.1;

    public double Seconds { get; init; }

    public int Players { get; init; }

    public double TickP50 { get; init; }

    public double TickP99 { get; init; }

    /// <summary>The longest tick, in milliseconds.</summary>
    public double TickMax { get; init; }

    public long Ticks { get; init; }

    /// <summary>The time in milliseconds that the tick thread worked for one tick; 0 if the system does not report it.</summary>
    public double TickWorked { get; init; }

    /// <summary>The time in milliseconds that the tick thread was ready and waited for a processor.</summary>
    public double TickWaited { get; init; }

    public long Overruns { get; init; }

    public long LateWakeUps { get; init; }

    public long Missed { get; init; }

    public long PacketsIn { get; init; }

    public long PacketsOut { get; init; }

    public long BytesIn { get; init; }

    public long BytesOut { get; init; }

    public long StateDropped { get; init; }

    public long ChatAccepted { get; init; }

    public long ChatQueued { get; init; }

    public long ChatSent { get; init; }

    /// <summary>The number of chat packets that were queued and not sent at the end.</summary>
    public long ChatWaiting { get; init; }

    public long AllocatedForPackets { get; init; }

    /// <summary>Whether the server allocated more than packets should cost.</summary>
    [JsonIgnore]
    public bool AllocatesMuch => AllocatedForPackets > MostBytes + (MostBytesPerPacket * (PacketsIn + PacketsOut));

    /// <summary>Whether there was a busy second in which the server allocated almost nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool HadQuietSecond { get; init; }

    public long AllocatedForChat { get; init; }

    public long AllocatedForSessions { get; init; }

    public long AllocatedForReports { get; init; }

    public long AllocatedByProcess { get; init; }

    public int Gen0 { get; init; }

    public int Gen1 { get; init; }

    public int Gen2 { get; init; }

    public double PauseMilliseconds { get; init; }

    /// <summary>The processor time of the whole process.</summary>
    public double ProcessorMilliseconds { get; init; }

    /// <summary>The processor time for one packet in nanoseconds, including system time for sockets.</summary>
    public double NanosecondsPerPacket => ProcessorMilliseconds * 1e6 / Math.Max(1, PacketsIn + PacketsOut);

    /// <summary>The average number of processors that the process used.</summary>
    public double Processors => ProcessorMilliseconds / 1000 / Seconds;

    public double BytesPerPacket => (BytesIn + BytesOut) / (double)Math.Max(1, PacketsIn + PacketsOut);

    public double PacketsPerSecond => (PacketsIn + PacketsOut) / Seconds;

    /// <summary>The bytes that the server allocated on its threads to receive, handle and send one packet, excluding chat and
    /// login.</summary>
    public double AllocatedPerPacket => AllocatedForPackets / (double)Math.Max(1, PacketsIn + PacketsOut - ChatSent - ChatAccepted);

    /// <summary>The bytes that the whole process allocated for one packet, for any purpose except the reports each second.</summary>
    public double ProcessAllocatedPerPacket =>
        Math.Max(0, AllocatedByProcess - AllocatedForReports) / (double)Math.Max(1, PacketsIn + PacketsOut);

    public static ServerFigures Between(ServerReading from, ServerReading to)
    {
        int[] ticks = TickHistogram.Since(from.Ticks, to.Ticks);
        long count = ticks.Sum(static count => (long)count);
        return new ServerFigures
        {
            Seconds = Stopwatch.GetElapsedTime(from.Timestamp, to.Timestamp).TotalSeconds,
            Players = to.Players,
            TickP50 = TickHistogram.Quantile(ticks, 0.5),
            TickP99 = TickHistogram.Quantile(ticks, 0.99),
            TickMax = TickHistogram.Quantile(ticks, 1),
            Ticks = count,
            TickWorked = (to.TickTime.Worked - from.TickTime.Worked) / Math.Max(1, count),
            TickWaited = (to.TickTime.Waited - from.TickTime.Waited) / Math.Max(1, count),
            Overruns = to.Overruns - from.Overruns,
            LateWakeUps = to.LateWakeUps - from.LateWakeUps,
            Missed = to.Missed - from.Missed,
            PacketsIn = to.PacketsIn - from.PacketsIn,
            PacketsOut = to.PacketsOut - from.PacketsOut,
            BytesIn = to.BytesIn - from.BytesIn,
            BytesOut = to.BytesOut - from.BytesOut,
            StateDropped = to.StateDropped - from.StateDropped,
            ChatAccepted = to.ChatAccepted - from.ChatAccepted,
            ChatQueued = to.ChatQueued - from.ChatQueued,
            ChatSent = to.ChatSent - from.ChatSent,
            ChatWaiting = to.ChatQueued - to.ChatSent,
            AllocatedForPackets = to.AllocatedForPackets - from.AllocatedForPackets,
            AllocatedForChat = to.AllocatedForChat - from.AllocatedForChat,
            AllocatedForSessions = to.AllocatedForSessions - from.AllocatedForSessions,
            AllocatedForReports = to.AllocatedForReports - from.AllocatedForReports,
            AllocatedByProcess = to.AllocatedByProcess - from.AllocatedByProcess,
            Gen0 = to.Gen0 - from.Gen0,
            Gen1 = to.Gen1 - from.Gen1,
            Gen2 = to.Gen2 - from.Gen2,
            ProcessorMilliseconds = to.ProcessorMilliseconds - from.ProcessorMilliseconds,
            PauseMilliseconds = to.PauseMilliseconds - from.PauseMilliseconds,
        };
    }
}
