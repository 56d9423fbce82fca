namespace Pooling.GameServer;

/// <summary>Tests that count what the whole process does, or how long it takes: no other runs beside them.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class AloneCollection
{
    public const string Name = "Alone";
}
