namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>How a deadband is measured.</summary>
public enum DeadbandType
{
    None = 0,
    Absolute = 1,
    Percent = 2,
}
