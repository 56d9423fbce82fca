namespace Pooling.Objects;

/// <summary>What a thread's magazines and their pool must have in common for an access to take the fast path. The pool takes another one to
/// send every thread through the slow path once.</summary>
internal sealed class StoreKey(int drains)
{
    /// <summary>How often the pool was trimmed as a whole: a thread that has seen fewer lets its items go.</summary>
    internal readonly int Drains = drains;
}
