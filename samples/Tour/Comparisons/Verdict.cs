namespace Pooling.Tour.Comparisons;

/// <summary>Specifies the result of comparing two times.</summary>
internal enum Verdict
{
    Faster,

    /// <summary>The difference is within the noise of the run.</summary>
    Equal,

    Slower,
}
