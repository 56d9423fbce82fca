using System.Net;

namespace OpcUa.Server.Hosting;

/// <summary>The address of a server, and its simulation.</summary>
public sealed record OpcUaServerOptions
{
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>The port; 0 selects a free one.</summary>
    public int Port { get; init; } = 4840;

    /// <summary>The number of variables: <c>ns=2;i=1</c> to <c>ns=2;i=N</c>.</summary>
    public int Nodes { get; init; } = 4000;

    /// <summary>The number of changes per second, of all variables together; 0 for none.</summary>
    public int Rate { get; init; } = 2000;

    /// <summary>The security settings, or <see langword="null"/> for no security.</summary>
    public ServerSecurity? Security { get; init; }

    public ServerLimits Limits { get; init; } = new();
}
