namespace Pooling.SoakTests.Exploration;

/// <summary>Leaves an operation at the access at which another thread may run. The operation is run again up to there,
/// with what it has read.</summary>
internal sealed class StoppedException : Exception
{
    internal static StoppedException Instance { get; } = new();
}
