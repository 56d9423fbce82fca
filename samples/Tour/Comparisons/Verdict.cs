namespace Pooling.Tour.Comparisons;

/// <summary>Specifies the result of comparing two times.</summary>
internal enum Verdict
{
    Faster,

    /// <summary>The difference is within the noise of the run.</summary>
    Equal,

    Slower,

    /// <summary>The rounds differ so much that they tell nothing: the machine did something else, too.</summary>
    Unclear,
}
