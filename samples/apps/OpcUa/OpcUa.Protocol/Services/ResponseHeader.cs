using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Services;

/// <summary>The header before the fields of each response.</summary>
public sealed class ResponseHeader
{
    public DateTime Timestamp { get; set; }

    /// <summary>The number from the request.</summary>
    public uint RequestHandle { get; set; }

    /// <summary>The result of the service as a whole.</summary>
    public StatusCode ServiceResult { get; set; }

    public DiagnosticInfo? ServiceDiagnostics { get; set; }

    /// <summary>The strings to which diagnostics refer.</summary>
    public string?[] StringTable { get; set; } = [];

    public void Encode(BinaryEncoder encoder)
    {
        encoder.WriteDateTime(Timestamp);
        encoder.WriteUInt32(RequestHandle);
        encoder.WriteStatusCode(ServiceResult);
        encoder.WriteDiagnosticInfo(ServiceDiagnostics);
        encoder.WriteStrings(StringTable);
        encoder.WriteExtensionObject(default);
    }

    public void Decode(ref BinaryDecoder decoder)
    {
        Timestamp = decoder.ReadDateTime();
        RequestHandle = decoder.ReadUInt32();
        ServiceResult = decoder.ReadStatusCode();
        ServiceDiagnostics = decoder.ReadDiagnosticInfo();
        StringTable = decoder.ReadStrings();
        decoder.SkipExtensionObject();
    }

    public void Reset()
    {
        Timestamp = default;
        RequestHandle = 0;
        ServiceResult = default;
        ServiceDiagnostics = null;
        StringTable = [];
    }
}
