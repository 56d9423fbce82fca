namespace Pooling.Tour.Measuring;

/// <summary>How two times compare.</summary>
internal enum Verdict
{
    Faster,

    /// <summary>No difference beyond the noise of the run.</summary>
    Equal,

    Slower,
}
