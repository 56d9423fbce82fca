namespace OpcUa.Protocol.Services.Subscriptions;

/// <summary>The outcome for each subscription.</summary>
public sealed class SetPublishingModeResponse() : StatusCodesResponse(Id)
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 802;
}
