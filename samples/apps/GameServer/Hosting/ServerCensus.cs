using System.Diagnostics;

namespace Pooling.GameServer.Hosting;

/// <summary>The counts of live connections, tasks, objects and other resources in a server and its process.</summary>
internal sealed record ServerCensus
{
    public int Connections { get; init; }

    public int Players { get; init; }

    /// <summary>The number of running receiving and sending loops.</summary>
    public int Tasks { get; init; }

    public Outstanding Outstanding { get; init; }

    /// <summary>The number of connections that the server ended because of an internal error.</summary>
    public long Faults { get; init; }

    /// <summary>The size of live objects in bytes.</summary>
    public long Heap { get; init; }

    public long WorkingSet { get; init; }

    public int Handles { get; init; }

    /// <summary>The number of threads other than those of the thread pool.</summary>
    public int Threads { get; init; }

    /// <summary>Takes a census after a full garbage collection.</summary>
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
