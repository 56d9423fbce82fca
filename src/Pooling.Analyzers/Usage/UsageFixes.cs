namespace Pooling.Analyzers.Usage;

/// <summary>The names by which a diagnostic chooses its fix.</summary>
internal static class UsageFixes
{
    /// <summary>The result becomes a variable with <c>using</c>.</summary>
    internal const string Keep = nameof(Keep);

    /// <summary>The declaration gets <c>using</c>.</summary>
    internal const string Using = nameof(Using);

    /// <summary>The declaration moves to the assignment, and gets <c>using</c>.</summary>
    internal const string Join = nameof(Join);

    /// <summary>The lease gets a variable of its own, before the one that holds its value.</summary>
    internal const string Split = nameof(Split);

    /// <summary>The statement that gets a lease from a loop or a condition becomes one with <c>using</c>.</summary>
    internal const string Wrap = nameof(Wrap);

    /// <summary>The lease is disposed instead of its value.</summary>
    internal const string DisposeLease = nameof(DisposeLease);

    /// <summary>The statement with <c>using</c> and the value of a lease gets the lease.</summary>
    internal const string UseLease = nameof(UseLease);

    /// <summary>The pipe is flushed at the end.</summary>
    internal const string Flush = nameof(Flush);

    /// <summary>The task is awaited.</summary>
    internal const string Await = nameof(Await);
}
