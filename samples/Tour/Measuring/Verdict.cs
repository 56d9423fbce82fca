namespace Pooling.Tour.Measuring;

/// <summary>Specifies how two times compare.</summary>
internal enum Verdict
{
    Faster,

    /// <summary>The difference is within the noise of the run.</summary>
    Equal,

    Slower,
}
