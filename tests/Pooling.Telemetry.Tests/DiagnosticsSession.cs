using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace Pooling.Telemetry;

/// <summary>Listens to one provider of another process, as <c>dotnet-counters</c> and <c>dotnet-trace</c> do.</summary>
internal sealed class DiagnosticsSession : IAsyncDisposable
{
    private readonly EventPipeSession _session;
    private readonly EventPipeEventSource _source;
    private readonly ConcurrentQueue<ReceivedEvent> _events = new();
    private readonly Task _reading;

    private DiagnosticsSession(EventPipeSession session, string provider)
    {
        _session = session;
        _source = new EventPipeEventSource(session.EventStream);
        _source.Dynamic.All += one =>
        {
            if (one.ProviderName == provider)
                _events.Enqueue(new ReceivedEvent(one));
        };
        _reading = Task.Run(_source.Process);
    }

    /// <summary>The events up to now.</summary>
    internal IReadOnlyList<ReceivedEvent> Events => [.. _events];

    internal static async Task<DiagnosticsSession> StartAsync(
        TargetProcess target, string provider, long keywords = 0, Dictionary<string, string>? arguments = null)
    {
        var client = new DiagnosticsClient(target.Id);
        EventPipeSession session = await client.StartEventPipeSessionAsync(
            [new EventPipeProvider(provider, EventLevel.Informational, keywords, arguments)], requestRundown: false, 64,
            CancellationToken.None);
        return new DiagnosticsSession(session, provider);
    }

    public async ValueTask DisposeAsync()
    {
        await _session.StopAsync(CancellationToken.None);
        await _reading.WaitAsync(Wait.Limit);
        _source.Dispose();
        _session.Dispose();
    }
}
