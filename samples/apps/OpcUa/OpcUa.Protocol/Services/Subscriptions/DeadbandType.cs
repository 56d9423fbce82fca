namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The unit of a deadband.</summary>
public enum DeadbandType
{
    None = 0,
    Absolute = 1,
    Percent = 2,
}
