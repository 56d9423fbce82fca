namespace Pooling.SoakTests.Exploration;

/// <summary>The exception that leaves an operation before an access at which another thread may run. The operation is run again up to
/// there, with the values that it has read.</summary>
internal sealed class StoppedException : Exception
{
    internal static StoppedException Instance { get; } = new();
}
