namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The fields whose changes are reported.</summary>
public enum DataChangeTrigger
{
    Status = 0,
    StatusValue = 1,
    StatusValueTimestamp = 2,
}
