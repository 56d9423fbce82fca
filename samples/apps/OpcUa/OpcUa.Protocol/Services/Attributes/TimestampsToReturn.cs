namespace OpcUa.Protocol.Services.Attributes;

/// <summary>The timestamps that are returned with values.</summary>
public enum TimestampsToReturn
{
    Source = 0,
    Server = 1,
    Both = 2,
    Neither = 3,
}
