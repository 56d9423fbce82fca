namespace Pooling.Benchmarks.Buffers;

/// <summary>An item of a broadcast, as an object: which entity appeared, and its fields.</summary>
internal sealed class EntityAdded
{
    public required ulong Id { get; init; }

    public required ReadOnlyMemory<byte> Fields { get; init; }
}
