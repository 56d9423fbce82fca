using WebSockets.Hub.Hosting;

namespace WebSockets.App.Hubs;

/// <summary>Everything that a hub and its process count, at one moment.</summary>
internal sealed record HubReading(ProcessReading Process, HubStatistics Hub);
