namespace Pooling.Buffers;

/// <summary>What one pooled writer of bytes keeps from one rental to the next: how long recent messages were, and what its array charges
/// to the budget of its pool.</summary>
internal sealed class WriterRetention(BufferRetention pool) : ArrayCharge(pool.Budget)
{
    // An array that is more than this many times as long as recent messages is given back, unless it is short anyway.
    private const int TooLarge = 4;
    private const int ShortAnyway = 4096;

    private int _lastLength; // of the longest message between the last two reviews
    private int _recentLength; // the same, but halving from review to review, so that now and then a long message keeps its array

    /// <summary>What all writers of the pool share.</summary>
    internal BufferRetention Pool => pool;

    /// <summary>Where a new writer starts.</summary>
    internal int UsualCapacity => pool.StartCapacity(pool.UsualLength);

    /// <summary>The writer; <see langword="null"/> until it is made.</summary>
    internal PooledArrayBufferWriter<byte>? Owner { get; private set; }

    protected override bool IsOwnerIdle => Owner is { Rental: 0 };

    /// <summary>Makes a writer for a pool.</summary>
    internal static PooledArrayBufferWriter<byte> CreateWriter(BufferRetention pool)
    {
        var retention = new WriterRetention(pool);
        return retention.Owner = new PooledArrayBufferWriter<byte>(pool.ArrayPool, retention);
    }

    /// <summary>Takes note of the longest message since the last review.</summary>
    /// <returns>The bytes that the writer's next array should have.</returns>
    internal int Review(int length)
    {
        int longestKept = pool.MaxRetainedCapacity;

        // What is too long to keep is counted only if it came twice in a row: one hostile message must not make others rent as much.
        int capacity = pool.StartCapacity(Math.Min(length, Math.Max(_lastLength, longestKept)));
        _lastLength = length;
        _recentLength = Math.Max(Math.Min(length, longestKept), _recentLength / 2);
        pool.Record(length);
        return capacity;
    }

    /// <summary>Whether an array of that many bytes is not worth keeping.</summary>
    internal bool IsTooLarge(int held) =>
        held > pool.MaxRetainedCapacity || (held > ShortAnyway && held / TooLarge > Math.Max(_recentLength, pool.InitialCapacity));

    protected override void OnOver() => Owner?.EndWithCare();
}
