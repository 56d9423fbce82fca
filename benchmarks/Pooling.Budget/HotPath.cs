namespace Pooling.Budget;

/// <summary>An operation of the library that programs repeat.</summary>
/// <param name="Name">The room and the name of the operation.</param>
/// <param name="Create">Creates the operation.</param>
internal sealed record HotPath(string Name, Func<Operation> Create)
{
    /// <summary>All paths, in the order of the budget.</summary>
    internal static IReadOnlyList<HotPath> All { get; } =
    [
        .. ObjectPaths.All, .. BufferPaths.All, .. JsonPaths.All, .. EncodeablePaths.All, .. QueuePaths.All, .. DispatchPaths.All,
    ];
}
