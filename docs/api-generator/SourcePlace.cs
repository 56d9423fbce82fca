namespace Pooling.ApiReference;

/// <summary>A line of a file, with its path from the root of the repository.</summary>
internal sealed record SourcePlace(string File, int Line);
