namespace Pooling.Dispatch;

/// <summary>The counters of handled packets of one caller at a time.</summary>
internal sealed class CallerBlock(long[] counts, CallerBlock? before)
{
    internal readonly long[] Counts = counts;

    /// <summary>The one that was made before.</summary>
    internal readonly CallerBlock? Before = before;

    /// <summary>The next that has no caller.</summary>
    internal CallerBlock? NextFree;
}
