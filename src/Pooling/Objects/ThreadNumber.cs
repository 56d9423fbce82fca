namespace Pooling.Objects;

/// <summary>The calling thread's index in the arrays of every pool.</summary>
/// <remarks>A separate class without an initializer: a thread static number is read in fewer steps than a reference,
/// and without a check for class initialization.</remarks>
internal static class ThreadNumber
{
    /// <summary>0, which is no thread's number, until the thread registers with its first pool.</summary>
    [ThreadStatic]
    internal static int Current;
}
