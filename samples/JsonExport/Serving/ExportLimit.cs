namespace Pooling.JsonExport.Serving;

/// <summary>How many exports of one kind there may be at once.</summary>
/// <param name="Running">Of all clients.</param>
/// <param name="RunningOfClient">Of one client: fewer, so that another one finds a place.</param>
/// <param name="WaitingOfClient">Requests of one client that wait for their turn.</param>
/// <param name="Duration">How long one may run, its receiver included.</param>
internal sealed record ExportLimit(int Running, int RunningOfClient, int WaitingOfClient, TimeSpan Duration);
