namespace OpcUa.Client.Browsing;

/// <summary>The sizes of the requests of a walk, and its limit.</summary>
public sealed record WalkOptions
{
    /// <summary>The number of nodes per request, if the server accepts as many.</summary>
    public int NodesPerCall { get; init; } = 1_000;

    /// <summary>The maximum number of references per node in a response; 0 leaves it to the server.</summary>
    public uint ReferencesPerNode { get; init; } = 1_000;

    /// <summary>The maximum number of nodes that a walk may find.</summary>
    public int MaxNodes { get; init; } = 1_000_000;
}
