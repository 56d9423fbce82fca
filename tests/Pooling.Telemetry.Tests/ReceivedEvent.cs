using Microsoft.Diagnostics.Tracing;

namespace Pooling.Telemetry;

/// <summary>Represents an event of another process. TraceEvent reuses its own, so this is a copy.</summary>
internal sealed class ReceivedEvent(TraceEvent received)
{
    private readonly Dictionary<string, object> _payload =
        received.PayloadNames.ToDictionary(static name => name, received.PayloadByName);

    internal string Name { get; } = received.EventName;

    internal string Level { get; } = received.Level.ToString();

    /// <summary>The names of the payload, in their order.</summary>
    internal string[] PayloadNames { get; } = [.. received.PayloadNames];

    internal object this[string name] => _payload[name];
}
