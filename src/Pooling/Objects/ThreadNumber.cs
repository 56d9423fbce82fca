namespace Pooling.Objects;

/// <summary>The calling thread's place in the arrays of every pool.</summary>
/// <remarks>A class of its own, without anything to initialize: a thread static of a number is read in fewer steps than one of a
/// reference, and without asking whether the class is initialized.</remarks>
internal static class ThreadNumber
{
    /// <summary>0, which no thread has, until the thread registers with its first pool.</summary>
    [ThreadStatic]
    internal static int Current;
}
