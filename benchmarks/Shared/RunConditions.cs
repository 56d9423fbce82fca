namespace Pooling.Benchmarks;

/// <summary>The conditions of a run, in addition to the runtime and the processor.</summary>
/// <param name="Commit">The commit of the library that was measured.</param>
/// <param name="Load">The load of the system at the start, over one minute; <see langword="null"/> if it is not available.</param>
/// <param name="ThreadSiblings">The logical processors that share a core with the first one, such as <c>0-1</c>.</param>
/// <param name="LineBounceNanoseconds">The time of a cache line from one thread to another and back.</param>
/// <param name="Peers">The versions of the packages that were compared.</param>
internal sealed record RunConditions(
    string Commit, double? Load, string? ThreadSiblings, double LineBounceNanoseconds, SortedDictionary<string, string> Peers);
