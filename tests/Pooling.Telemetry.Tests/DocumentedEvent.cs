namespace Pooling.Telemetry;

/// <summary>Represents a row of the documentation's table of events.</summary>
/// <param name="Name">The name of the event.</param>
/// <param name="Level">The level of the event.</param>
/// <param name="Payload">The names of the payload, in their order.</param>
internal sealed record DocumentedEvent(string Name, string Level, string[] Payload);
