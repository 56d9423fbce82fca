namespace OpcUa.Protocol.Services.Attributes;

/// <summary>Which times come with values.</summary>
public enum TimestampsToReturn
{
    Source = 0,
    Server = 1,
    Both = 2,
    Neither = 3,
}
