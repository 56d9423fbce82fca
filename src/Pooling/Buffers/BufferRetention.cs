using System.Buffers;

namespace Pooling.Buffers;

/// <summary>What the writers of one pool share: its options, and how long recent messages were.</summary>
internal sealed class BufferRetention
{
    // Plain writes from any thread: a lost one teaches a little later.
    private int _lastLength;
    private int _usualLength;

    internal BufferRetention(BufferWriterPoolOptions options, ArrayPool<byte> arrayPool)
    {
        ArrayPool = arrayPool;
        InitialCapacity = options.InitialCapacity;
        MaxCapacity = Math.Min(options.MaxCapacity, Array.MaxLength);
        MaxRetainedCapacity = options.MaxRetainedCapacity;
        ClearOnReturn = options.ClearOnReturn;
        MaxRetainedBytes = options.MaxRetainedBytes ?? long.MaxValue;
        Budget = new ByteBudget(options.MaxRetainedBytes);
    }

    /// <summary>The bytes of all arrays that the writers have.</summary>
    internal ByteBudget Budget { get; }

    internal ArrayPool<byte> ArrayPool { get; }

    internal int InitialCapacity { get; }

    internal int MaxCapacity { get; }

    internal int MaxRetainedCapacity { get; }

    internal long MaxRetainedBytes { get; }

    internal bool ClearOnReturn { get; }

    /// <summary>Where new writers start: what two reviews in a row saw, of any writers, and never more than a writer may keep.</summary>
    internal int UsualLength => _usualLength;

    /// <summary>The bytes that a writer's next array should have.</summary>
    internal int StartCapacity(int recentLength) => Math.Min(Math.Max(InitialCapacity, recentLength), MaxCapacity);

    /// <summary>Takes note of the longest recent message of one writer.</summary>
    internal void Record(int length)
    {
        _usualLength = Math.Min(Math.Min(length, _lastLength), MaxRetainedCapacity);
        _lastLength = length;
    }
}
