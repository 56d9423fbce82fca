namespace Pooling.Internal;

/// <summary>The allocations within an operation of a pool, which fail when a test wants it.</summary>
internal static class Allocations
{
    /// <summary>The action that a test runs before each such allocation of the thread, which throws
    /// <see cref="OutOfMemoryException"/>. A field, as an accessor would be compiled for the first pool of a
    /// process.</summary>
    [ThreadStatic]
#pragma warning disable CS0649 // what is packed has no friends that set it
    internal static Action? Failing;
#pragma warning restore CS0649
}
