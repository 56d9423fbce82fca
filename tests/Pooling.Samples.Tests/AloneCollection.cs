namespace Pooling.Samples;

/// <summary>The collection of tests that count what the whole process allocates or holds. No other tests run beside
/// them.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "Alone";
}
