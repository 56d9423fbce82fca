namespace OpcUa.Protocol.Services.Sessions;

/// <summary>What an application is.</summary>
public enum ApplicationType
{
    Server = 0,
    Client = 1,
    ClientAndServer = 2,
    DiscoveryServer = 3,
}
