namespace OpcUa.Protocol.BuiltIn;

/// <summary>What a server adds to a status code; the numbers are places in the response's string table, -1 for none.</summary>
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
