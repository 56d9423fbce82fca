using Pooling.GameServer.World;

namespace Pooling.GameServer.Hosting;

/// <summary>All counters of a host and its process at one moment.</summary>
internal sealed record ServerReading
{
    public required ProcessReading Process { get; init; }

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

    /// <param name="host">The host.</param>
    /// <param name="process">Measures its process.</param>
    public static ServerReading Of(GameHost host, ProcessMeter process)
    {
        ServerCounters counters = host.Server.Counters;
        return new ServerReading
        {
            Process = process.Read(),
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
        };
    }
}
