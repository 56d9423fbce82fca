using System.Net;

namespace OpcUa.Server.Hosting;

/// <summary>Where a server listens and what it simulates.</summary>
public sealed record OpcUaServerOptions
{
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>The port; 0 for any that is free.</summary>
    public int Port { get; init; } = 4840;

    /// <summary>How many variables there are: <c>ns=2;i=1</c> to <c>ns=2;i=N</c>.</summary>
    public int Nodes { get; init; } = 4000;

    /// <summary>How many changes they have in a second, all together. 0 for none.</summary>
    public int Rate { get; init; } = 2000;

    public ServerLimits Limits { get; init; } = new();
}
