using System.Diagnostics;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Hosting;

/// <summary>All counters of a host and its process at one moment.</summary>
internal sealed record ServerReading
{
    public long Timestamp { get; } = Stopwatch.GetTimestamp();

    public int Players { get; private init; }

    public int[] Ticks { get; private init; } = [];

    public ThreadTime TickTime { get; private init; }

    public long Overruns { get; private init; }

    public long LateWakeUps { get; private init; }

    public long Missed { get; private init; }

    public long PacketsIn { get; private init; }

    public long PacketsOut { get; private init; }

    public long BytesIn { get; private init; }

    public long BytesOut { get; private init; }

    public long StateDropped { get; private init; }

    public long ChatAccepted { get; private init; }

    public long ChatQueued { get; private init; }

    public long ChatSent { get; private init; }

    public long AllocatedForPackets { get; private init; }

    public long AllocatedForChat { get; private init; }

    public long AllocatedForSessions { get; private init; }

    public long AllocatedForReports { get; private init; }

    /// <summary>The bytes allocated by all threads of the process, for any purpose.</summary>
    public long AllocatedByProcess { get; } = GC.GetTotalAllocatedBytes(precise: true);

    public int Gen0 { get; } = GC.CollectionCount(0);

    public int Gen1 { get; } = GC.CollectionCount(1);

    public int Gen2 { get; } = GC.CollectionCount(2);

    public double ProcessorMilliseconds { get; } = Environment.CpuUsage.TotalTime.TotalMilliseconds;

    public double PauseMilliseconds { get; } = GC.GetTotalPauseDuration().TotalMilliseconds;

    public static ServerReading Of(GameHost host)
    {
        ServerCounters counters = host.Server.Counters;
        return new ServerReading
        {
            Players = host.Server.Players,
            Ticks = host.Loop.Durations.Copy(),
            TickTime = host.Loop.Time,
            Overruns = host.Loop.Overruns,
            LateWakeUps = host.Loop.LateWakeUps,
            Missed = host.Loop.Missed,
            PacketsIn = counters.PacketsIn,
            PacketsOut = counters.PacketsOut,
            BytesIn = counters.BytesIn,
            BytesOut = counters.BytesOut,
            StateDropped = counters.StateDropped,
            ChatAccepted = counters.ChatAccepted,
            ChatQueued = counters.ChatQueued,
            ChatSent = counters.ChatSent,
            AllocatedForPackets = counters.Allocated(AllocationKind.Packets),
            AllocatedForChat = counters.Allocated(AllocationKind.Chat),
            AllocatedForSessions = counters.Allocated(AllocationKind.Sessions),
            AllocatedForReports = counters.Allocated(AllocationKind.Reports),
        };
    }
}
