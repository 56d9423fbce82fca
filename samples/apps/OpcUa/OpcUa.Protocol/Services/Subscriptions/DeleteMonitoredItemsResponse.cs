namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The outcome for each item, in the order of the request.</summary>
public sealed class DeleteMonitoredItemsResponse() : StatusCodesResponse(Id)
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 784;
}
