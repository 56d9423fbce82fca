namespace OpcUa.Protocol.BuiltIn;

/// <summary>Additional information for a status code. The numbers are indexes into the response's string table, or -1.</summary>
public sealed record DiagnosticInfo
{
    public int SymbolicId { get; init; } = -1;

    public int NamespaceUri { get; init; } = -1;

    public int Locale { get; init; } = -1;

    public int LocalizedText { get; init; } = -1;

    public string? AdditionalInfo { get; init; }

    public StatusCode InnerStatusCode { get; init; }

    public DiagnosticInfo? InnerDiagnosticInfo { get; init; }
}
