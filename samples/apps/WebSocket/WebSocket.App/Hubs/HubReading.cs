using WebSockets.Hub.Hosting;

namespace WebSockets.App.Hubs;

/// <summary>The counters of a hub and its process at one moment.</summary>
internal sealed record HubReading(ProcessReading Process, HubStatistics Hub);
