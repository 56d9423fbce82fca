using System.Buffers;

namespace Pooling.Buffers;

/// <summary>The state shared by the writers of one pool: its options, and the length of recent messages.</summary>
internal sealed class BufferRetention
{
    internal readonly string PoolName;

    /// <summary>The bytes of all arrays of the writers.</summary>
    internal readonly ByteBudget Budget;
    internal readonly ArrayPool<byte> ArrayPool;
    internal readonly int InitialCapacity;
    internal readonly int MaxCapacity;
    internal readonly int MaxRetainedCapacity;
    internal readonly long MaxRetainedBytes;
    internal readonly bool ClearOnReturn;

    /// <summary>The initial length for new writers: seen by two reviews in a row, of any writers, and never more than a
    /// writer may keep.</summary>
    internal int UsualLength;

    // Both are written by any thread without synchronization: a lost write only delays the adaptation.
    private int _lastLength;

    internal BufferRetention(BufferWriterPoolOptions options, ArrayPool<byte> arrayPool)
    {
        PoolName = options.Name ?? nameof(PooledArrayBufferWriter);
        ArrayPool = arrayPool;
        InitialCapacity = options.InitialCapacity;
        MaxCapacity = Math.Min(options.MaxCapacity, Array.MaxLength);
        MaxRetainedCapacity = options.MaxRetainedCapacity;
        ClearOnReturn = options.ClearOnReturn;
        MaxRetainedBytes = options.MaxRetainedBytes ?? long.MaxValue;

        // Without a limit, what the writers of both kinds and the chunks are allowed: threads must not keep more than
        // that beside them.
        Budget = new ByteBudget(options.MaxRetainedBytes ?? ByteBudget.Product(
            options.MaxRetained, 2L * options.MaxRetainedCapacity + SegmentedBufferWriter.MaxKept));
    }

    /// <summary>The length in bytes of a writer's next array.</summary>
    internal int StartCapacity(int recentLength) => Math.Min(Math.Max(InitialCapacity, recentLength), MaxCapacity);

    /// <summary>Records the longest recent message of one writer.</summary>
    internal void Record(int length)
    {
        UsualLength = Math.Min(Math.Min(length, _lastLength), MaxRetainedCapacity);
        _lastLength = length;
    }
}
