namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>Specifies whether an item samples and reports.</summary>
public enum MonitoringMode
{
    Disabled = 0,
    Sampling = 1,
    Reporting = 2,
}
