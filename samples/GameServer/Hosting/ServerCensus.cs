using System.Diagnostics;

namespace Pooling.GameServer.Hosting;

/// <summary>What is alive in a server and its process.</summary>
internal sealed record ServerCensus
{
    public int Connections { get; init; }

    public int Players { get; init; }

    /// <summary>Loops that receive or send and have not ended.</summary>
    public int Tasks { get; init; }

    public Outstanding Outstanding { get; init; }

    /// <summary>Connections that the server ended because of a mistake of its own.</summary>
    public long Faults { get; init; }

    /// <summary>Bytes of objects that are alive.</summary>
    public long Heap { get; init; }

    public long WorkingSet { get; init; }

    public int Handles { get; init; }

    /// <summary>Threads other than those of the thread pool.</summary>
    public int Threads { get; init; }

    /// <summary>Counts. Collects all garbage first.</summary>
    public static ServerCensus Take(IGameServer server)
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        using var process = Process.GetCurrentProcess();
        return new ServerCensus
        {
            Connections = server.Connections,
            Players = server.Players,
            Tasks = server.Tasks,
            Outstanding = server.Outstanding,
            Faults = server.Counters.Disconnects(Protocol.DisconnectReason.ServerFault),
            Heap = GC.GetTotalMemory(forceFullCollection: false),
            WorkingSet = process.WorkingSet64,
            Handles = process.HandleCount,
            Threads = process.Threads.Count - ThreadPool.ThreadCount,
        };
    }
}
