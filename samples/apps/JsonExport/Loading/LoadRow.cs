namespace Pooling.JsonExport.Loading;

/// <summary>The figures of a server for one writer under load.</summary>
/// <param name="Contender">The writer.</param>
/// <param name="Completed">The number of requests whose body was received completely and was correct.</param>
/// <param name="Aborted">The number of requests that their client intentionally aborted.</param>
/// <param name="Refused">The number of times that a request was refused because too many were running. It was then repeated.</param>
/// <param name="Errors">The number of requests that ended in any other way, and of those that the server counts as failed.</param>
/// <param name="FirstError">The first error.</param>
/// <param name="AllocatedBytes">The bytes that the server's process allocated for one request.</param>
/// <param name="Gen0">The number of collections in the server's process during all requests.</param>
/// <param name="Seconds">The total time of all requests.</param>
/// <param name="Milliseconds">The time of a completed request.</param>
/// <param name="WritersInUse">The number of JSON writers that were rented and not returned when no request was running; 0 is
/// expected.</param>
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
