using OpcUa.Client;
using OpcUa.Client.After;
using OpcUa.Client.Before;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Notifications;
using OpcUa.Protocol.Transport;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures many sessions that connect to a server in the same process. Each has a channel without security, a subscription and an
/// item on one shared value. The value changes ten times, and each session must receive the changes in order. Then all sessions
/// end.</summary>
/// <remarks>The bytes of the server are included for all contenders. Values are published every 50 ms, and all contenders wait for
/// that.</remarks>
[AllThreads]
public class ManySessionsBenchmarks
{
    private const int Changes = 10;
    private const int AtOnce = 32; // connect or end
    private const int SessionsOfCheck = 4;

    private static readonly NodeId[] s_shared = LoopbackServer.Nodes(1);

    private readonly TransportMemory _memory = new();
    private readonly ParallelOptions _parallel = new() { MaxDegreeOfParallelism = AtOnce };
    private LoopbackServer _server = null!;
    private int _count;
    private double _value;

    [Params(500, 1000, 1500, 2000)]
    public int Sessions { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _count = SmokeRunner.IsChecking ? SessionsOfCheck : Sessions;
        _server = LoopbackServer.Start(nodes: 1);
        _server.SetValues([(s_shared[0], _value)]);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _server.Dispose();
        _memory.Dispose();
    }

    /// <summary>Each session requests the endpoints through a separate channel. Notifications are created with <c>new</c>.</summary>
    [Benchmark(Baseline = true), Row("OPCUA-sessions-*", Role.Before)]
    public Task<int> WithDiscovery() => Play(new ClientOptions(), discovers: true, static session =>
    {
        var path = new BeforeNotifications();
        path.Notification += (_, args) => session.Add(args.Notification);
        return path;
    });

    /// <summary>The endpoints of the first session are used for all, with one logger factory and one arguments object per thread.</summary>
    [Benchmark, Row("OPCUA-sessions-*", Role.Published)]
    public Task<int> DiscoveryKept() => Play(new ClientOptions(), discovers: false, static session =>
    {
        var path = new PublishedNotifications();
        path.Notified += (_, args) => session.Add(args.Notification!);
        return path;
    });

    /// <summary>The memory of the transport is also shared, and notifications are pooled.</summary>
    [Benchmark, Row("OPCUA-sessions-*", Role.Ours)]
    public Task<int> Pooled() => Play(new ClientOptions { Memory = _memory }, discovers: false,
        static session => new PooledNotifications(new Handler(session)));

    /// <returns>The number of sessions that received everything.</returns>
    private async Task<int> Play(ClientOptions options, bool discovers, Func<CrowdSession, INotificationPath> path)
    {
        options = options with { PublishRequests = 2, SessionTimeout = TimeSpan.FromMinutes(5), RequestTimeout = TimeSpan.FromMinutes(1) };
        string url = _server.Server.EndpointUrl;
        double first = _value;
        CrowdSession[] sessions = [.. Enumerable.Range(0, _count).Select(_ => new CrowdSession(first, first + Changes))];
        try
        {
            await Parallel.ForEachAsync(sessions, _parallel, async (session, _) =>
            {
                if (discovers)
                    await UaClient.GetEndpointsAsync(url, options);

                await session.Connect(url, options, path(session));
            });
            _server.SetValues(Enumerable.Range(1, Changes).Select(i => (s_shared[0], first + i)));
            _value += Changes;
            await Task.WhenAll(sessions.Select(static session => session.Done)).WaitAsync(TimeSpan.FromMinutes(2));
            return sessions.Count(static session => session.Faults == 0);
        }
        finally
        {
            await Parallel.ForEachAsync(sessions, _parallel, static (session, _) => session.DisposeAsync());
        }
    }

    private sealed class Handler(CrowdSession session) : INotificationHandler
    {
        public void OnDataChange(in DataChange change)
        {
            foreach (MonitoredItemNotification notification in change)
                session.Add(notification);
        }
    }
}
