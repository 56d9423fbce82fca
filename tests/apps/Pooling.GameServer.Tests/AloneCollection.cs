namespace Pooling.GameServer;

/// <summary>The collection of tests that count allocations of the whole process, or measure time. No other tests run in parallel.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "Alone";
}
