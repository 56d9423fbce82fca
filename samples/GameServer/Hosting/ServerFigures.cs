using System.Diagnostics;
using System.Text.Json.Serialization;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Hosting;

/// <summary>What a server did in a while: also a line of the JSON that it writes.</summary>
internal sealed record ServerFigures
{
    // A queue, a buffer or a pool grows now and then to what was not needed before: that is not so much.
    private const long MostBytes = 65_536;
    private const double MostBytesPerPacket = 0.1;

    public double Seconds { get; init; }

    public int Players { get; init; }

    public double TickP50 { get; init; }

    public double TickP99 { get; init; }

    /// <summary>The longest tick, in milliseconds.</summary>
    public double TickMax { get; init; }

    public long Ticks { get; init; }

    /// <summary>How long the tick thread worked for one tick, in milliseconds; 0 where the system does not tell.</summary>
    public double TickWorked { get; init; }

    /// <summary>How long it was ready and waited for a processor.</summary>
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

    /// <summary>Chat packets that were queued and not sent, in the end.</summary>
    public long ChatWaiting { get; init; }

    public long AllocatedForPackets { get; init; }

    /// <summary>Whether that is more than packets should cost.</summary>
    [JsonIgnore]
    public bool AllocatesMuch => AllocatedForPackets > MostBytes + (MostBytesPerPacket * (PacketsIn + PacketsOut));

    /// <summary>Whether there was a second of much to do in which it was next to nothing.</summary>
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

    /// <summary>Processor time of the whole process.</summary>
    public double ProcessorMilliseconds { get; init; }

    /// <summary>Processor time for one packet, in nanoseconds, with the time of the system for sockets.</summary>
    public double NanosecondsPerPacket => ProcessorMilliseconds * 1e6 / Math.Max(1, PacketsIn + PacketsOut);

    /// <summary>How many processors the process kept busy, on average.</summary>
    public double Processors => ProcessorMilliseconds / 1000 / Seconds;

    public double BytesPerPacket => (BytesIn + BytesOut) / (double)Math.Max(1, PacketsIn + PacketsOut);

    public double PacketsPerSecond => (PacketsIn + PacketsOut) / Seconds;

    /// <summary>What the server allocated on its own threads to receive, handle and send one packet that is
    /// neither chat nor login.</summary>
    public double AllocatedPerPacket => AllocatedForPackets / (double)Math.Max(1, PacketsIn + PacketsOut - ChatSent - ChatAccepted);

    /// <summary>What the whole process allocated for one packet, whatever for, but for the lines that tell so each second.</summary>
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
