using System.Diagnostics.Tracing;

namespace Pooling.Diagnostics;

/// <summary>Publishes the events of pools to <c>dotnet-trace</c> and other listeners of the provider
/// <c>Pooling</c>.</summary>
/// <remarks>Listeners are user code: events are written without any lock held.</remarks>
[EventSource(Name = "Pooling")]
internal sealed class PoolingEventSource : EventSource
{
    internal PoolingEventSource()
    {
    }

    [Event(1, Level = EventLevel.Informational, Message = "Pool '{0}' was created.")]
    internal void PoolCreated(string pool, int maxRetained, int maxRetainedPerThread) =>
        WriteEvent(1, pool, maxRetained, maxRetainedPerThread);

    [Event(2, Level = EventLevel.Informational, Message = "Pool '{0}' was disposed; {1} items are in use.")]
    internal void PoolDisposed(string pool, long used) => WriteEvent(2, pool, used);

    [Event(3, Level = EventLevel.Informational, Message = "Pool '{0}' was trimmed; it dropped {1} items.")]
    internal void PoolTrimmed(string pool, long dropped) => WriteEvent(3, pool, dropped);

    /// <summary>Written for the first drop after the pool was created or trimmed.</summary>
    [Event(4, Level = EventLevel.Warning,
        Message = "Pool '{0}' is full with {1} items and drops what is returned to it.")]
    internal void LimitReached(string pool, long maxRetained) => WriteEvent(4, pool, maxRetained);

    /// <summary>Written once for each pool and stack of a rental, and again for a listener that comes later.</summary>
    [Event(5, Level = EventLevel.Warning, Message = "A rental from pool '{0}' was not returned. It was made here: {1}")]
    internal void LeakFound(string pool, string stack) => WriteEvent(5, pool, stack);

    /// <summary>Tells a new listener the leaks that are already known.</summary>
    protected override void OnEventCommand(EventCommandEventArgs command)
    {
        if (command.Command != EventCommand.Enable || !RentalTracking.WasUsed)
            return;

        foreach (RentalPlace place in LeakReports.Known())
        {
            if (place.StackTrace.Length > 0)
                LeakFound(place.PoolName, place.StackTrace);
        }
    }

    [Event(6, Level = EventLevel.Warning, Message = "A {1} was used after its return to pool '{0}'.")]
    internal void UsedAfterReturn(string pool, string type) => WriteEvent(6, pool, type);
}
