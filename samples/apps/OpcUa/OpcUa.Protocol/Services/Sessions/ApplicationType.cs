namespace OpcUa.Protocol.Services.Sessions;

/// <summary>The kind of an application.</summary>
public enum ApplicationType
{
    Server = 0,
    Client = 1,
    ClientAndServer = 2,
    DiscoveryServer = 3,
}
