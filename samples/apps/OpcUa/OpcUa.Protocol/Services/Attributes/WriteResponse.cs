namespace OpcUa.Protocol.Services.Attributes;

/// <summary>The outcome for each value, in the order of the request.</summary>
public sealed class WriteResponse() : StatusCodesResponse(Id)
{
    /// <summary>The id of its binary encoding.</summary>
    public const uint Id = 676;
}
