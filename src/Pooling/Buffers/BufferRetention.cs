using System.Buffers;

namespace Pooling.Buffers;

/// <summary>What the writers of one pool share: its options, and how long recent messages were.</summary>
internal sealed class BufferRetention
{
    private volatile int _recentLength;

    internal BufferRetention(PooledBufferPoolOptions options)
    {
        ArrayPool = options.ArrayPool;
        InitialCapacity = options.InitialCapacity;
        MaxCapacity = Math.Min(options.MaxCapacity, Array.MaxLength);
        MaximumRetainedCapacity = options.MaximumRetainedCapacity;
        ClearOnReturn = options.ClearOnReturn;
    }

    internal ArrayPool<byte> ArrayPool { get; }

    internal int InitialCapacity { get; }

    internal int MaxCapacity { get; }

    internal int MaximumRetainedCapacity { get; }

    internal bool ClearOnReturn { get; }

    /// <summary>What the writer that looked last had learned: a hint for new writers, written without order.</summary>
    internal int RecentLength
    {
        get => _recentLength;
        set => _recentLength = value;
    }

    /// <summary>The bytes that a writer's next array should have.</summary>
    internal int StartCapacity(int recentLength) => Math.Min(Math.Max(InitialCapacity, recentLength), MaxCapacity);
}
