using System.Text.Json.Serialization;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Hosting;

/// <summary>The figures of a server over some time. Also a line of its JSON output.</summary>
internal sealed record ServerFigures : ProcessFigures
{
    // A queue, a buffer or a pool occasionally grows to a new maximum, which takes less than this.
    private const long MaxBytes = 65_536;
    private const double MaxBytesPerPacket = 0.1;
    private const long MaxBytesPerChat = 1024; // the text as a string, and the packet for all listeners

    public ServerFigures()
    {
    }

    private ServerFigures(ProcessFigures process)
        : base(process)
    {
    }

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

    /// <summary>Whether the server allocated more than packets should cost.</summary>
    [JsonIgnore]
    public bool AllocatesMuch => Allocated > MaxBytes + Allowed(MaxBytesPerPacket);

    /// <summary>Whether there was a busy second in which the server allocated almost nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool HadQuietSecond { get; init; }

    /// <summary>The processor time for one packet in nanoseconds, including system time for sockets.</summary>
    public double NanosecondsPerPacket => MicrosecondsPer(PacketsIn + PacketsOut) * 1000;

    public double BytesPerPacket => (BytesIn + BytesOut) / (double)Math.Max(1, PacketsIn + PacketsOut);

    public double PacketsPerSecond => (PacketsIn + PacketsOut) / Seconds;

    /// <summary>The bytes that the whole process allocated for one packet, for any purpose except reports.</summary>
    public double AllocatedPerPacket => BytesPer(PacketsIn + PacketsOut);

    public static ServerFigures Between(ServerReading from, ServerReading to)
    {
        int[] ticks = TickHistogram.Since(from.Ticks, to.Ticks);
        long count = ticks.Sum(static count => (long)count);
        return new ServerFigures(ProcessFigures.Between(from.Process, to.Process))
        {
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
        };
    }

    /// <summary>Returns the bytes that a server may allocate.</summary>
    /// <param name="bytesPerPacket">The bytes for each packet. Chat texts may cost more.</param>
    public double Allowed(double bytesPerPacket) => (bytesPerPacket * (PacketsIn + PacketsOut)) + (MaxBytesPerChat * ChatAccepted);
}
