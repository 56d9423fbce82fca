namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The outcome for each item.</summary>
public sealed class SetMonitoringModeResponse() : StatusCodesResponse(Id)
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 772;
}
