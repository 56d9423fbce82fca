namespace Pooling.JsonExport.Loading;

/// <summary>What a server did for one writer under load.</summary>
/// <param name="Contender">The writer.</param>
/// <param name="Completed">Requests whose body arrived whole and was the right one.</param>
/// <param name="Aborted">Requests that their client left half-way, on purpose.</param>
/// <param name="Refused">How often a request was told to come again, since too many were running. It came again.</param>
/// <param name="Errors">Requests that ended in any other way, and those that the server itself counts as failed.</param>
/// <param name="FirstError">What the first of them was.</param>
/// <param name="AllocatedBytes">What the server's process allocated for one request.</param>
/// <param name="Gen0">Collections in the server's process during all requests.</param>
/// <param name="Seconds">How long all requests took together.</param>
/// <param name="Milliseconds">How long a completed request took.</param>
/// <param name="WritersInUse">JSON writers that were rented and not returned, once no request was running: 0.</param>
internal sealed record LoadRow(
    ExportContender Contender,
    int Completed,
    int Aborted,
    int Refused,
    int Errors,
    string? FirstError,
    double AllocatedBytes,
    int Gen0,
    int Gen1,
    int Gen2,
    double Seconds,
    Quartiles Milliseconds,
    long WritersInUse)
{
    public bool Passed => Errors == 0 && WritersInUse == 0;
}
