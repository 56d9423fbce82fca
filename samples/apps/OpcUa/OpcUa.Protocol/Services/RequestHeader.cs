using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services;

/// <summary>The header before the fields of each request.</summary>
public sealed class RequestHeader
{
    /// <summary>The secret of the session; null without a session.</summary>
    public NodeId AuthenticationToken { get; set; }

    public DateTime Timestamp { get; set; }

    /// <summary>A number that the client chooses; it is returned in the response.</summary>
    public uint RequestHandle { get; set; }

    /// <summary>The requested diagnostics, as bits.</summary>
    public uint ReturnDiagnostics { get; set; }

    public string? AuditEntryId { get; set; }

    /// <summary>The time for which the client waits for the response, in milliseconds; 0 for no limit.</summary>
    public uint TimeoutHint { get; set; }

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteNodeId(AuthenticationToken);
        encoder.WriteDateTime(Timestamp);
        encoder.WriteUInt32(RequestHandle);
        encoder.WriteUInt32(ReturnDiagnostics);
        encoder.WriteString(AuditEntryId);
        encoder.WriteUInt32(TimeoutHint);
        encoder.WriteExtensionObject(default);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        AuthenticationToken = decoder.ReadNodeId();
        Timestamp = decoder.ReadDateTime();
        RequestHandle = decoder.ReadUInt32();
        ReturnDiagnostics = decoder.ReadUInt32();
        AuditEntryId = decoder.ReadString();
        TimeoutHint = decoder.ReadUInt32();
        decoder.SkipExtensionObject();
    }

    public void Reset()
    {
        AuthenticationToken = default;
        Timestamp = default;
        RequestHandle = 0;
        ReturnDiagnostics = 0;
        AuditEntryId = null;
        TimeoutHint = 0;
    }
}
