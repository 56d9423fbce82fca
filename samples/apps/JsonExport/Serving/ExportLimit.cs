namespace Pooling.JsonExport.Serving;

/// <summary>The limits for concurrent exports of one kind.</summary>
/// <param name="Running">The maximum for all clients.</param>
/// <param name="RunningOfClient">The maximum for one client: lower, so that another client finds a place.</param>
/// <param name="WaitingOfClient">The maximum number of waiting requests of one client.</param>
/// <param name="Duration">The maximum duration of one export, including its receiver.</param>
internal sealed record ExportLimit(int Running, int RunningOfClient, int WaitingOfClient, TimeSpan Duration);
