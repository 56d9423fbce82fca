namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>What counts as a change.</summary>
public enum DataChangeTrigger
{
    Status = 0,
    StatusValue = 1,
    StatusValueTimestamp = 2,
}
