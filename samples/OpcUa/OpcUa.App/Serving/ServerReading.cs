using OpcUa.App.Measuring;
using OpcUa.Server.Hosting;

namespace OpcUa.App.Serving;

/// <summary>Everything that a server and its process count, at one moment.</summary>
internal sealed record ServerReading(ProcessReading Process, ServerStatistics Server);
