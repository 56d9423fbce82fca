namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Whether an item samples and reports.</summary>
public enum MonitoringMode
{
    Disabled = 0,
    Sampling = 1,
    Reporting = 2,
}
