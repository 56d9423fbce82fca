using OpcUa.Server.Hosting;

namespace OpcUa.App.Serving;

/// <summary>The counters of a server and its process at one moment.</summary>
internal sealed record ServerReading(ProcessReading Process, ServerStatistics Server);
