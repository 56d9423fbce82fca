namespace Pooling.Budget;

/// <summary>An operation of the library that programs repeat.</summary>
/// <param name="Name">The room, and what the operation does.</param>
/// <param name="Create">Makes what the operation needs.</param>
internal sealed record HotPath(string Name, Func<Operation> Create)
{
    /// <summary>All paths, in the order of the budget.</summary>
    internal static IReadOnlyList<HotPath> All { get; } =
    [
        .. ObjectPaths.All, .. BufferPaths.All, .. JsonPaths.All, .. EncodeablePaths.All, .. QueuePaths.All, .. DispatchPaths.All,
    ];
}
