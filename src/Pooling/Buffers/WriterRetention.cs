namespace Pooling.Buffers;

/// <summary>The state of one pooled writer of bytes between rentals: the length of recent messages, and what its array
/// charges to the budget of its pool.</summary>
internal sealed class WriterRetention(BufferRetention pool) : ArrayCharge(pool.Budget)
{
    /// <summary>The state shared by all writers of the pool.</summary>
    internal readonly BufferRetention Pool = pool;

    // An array that is longer than recent messages by more than this factor is returned, unless it is short anyway.
    private const int TooLarge = 4;
    private const int ShortAnyway = 4096;

    private int _lastLength; // the longest message between the last two reviews
    // the same, but halved at each review, so that an occasional long message keeps its array
    private int _recentLength;

    /// <summary>The initial capacity of a new writer.</summary>
    internal int UsualCapacity => Pool.StartCapacity(Pool.UsualLength);

    /// <summary>The writer; <see langword="null"/> until it is created.</summary>
    internal PooledArrayBufferWriter<byte>? Owner { get; private set; }

    protected override bool IsOwnerIdle => Owner is { Rental: 0 };

    /// <summary>Creates a writer for a pool.</summary>
    internal static PooledArrayBufferWriter<byte> CreateWriter(BufferRetention pool)
    {
        var retention = new WriterRetention(pool);
        return retention.Owner = new PooledArrayBufferWriter<byte>(pool.ArrayPool, retention);
    }

    /// <summary>Records the longest message since the last review.</summary>
    /// <returns>The length in bytes of the writer's next array.</returns>
    internal int Review(int length)
    {
        int maxKept = Pool.MaxRetainedCapacity;

        // A length that is too long to keep counts only if it occurs twice in a row: one hostile message must not make
        // others rent as much.
        int capacity = Pool.StartCapacity(Math.Min(length, Math.Max(_lastLength, maxKept)));
        _lastLength = length;
        _recentLength = Math.Max(Math.Min(length, maxKept), _recentLength / 2);
        Pool.Record(length);
        return capacity;
    }

    /// <summary>Whether an array of the given length is not worth keeping.</summary>
    internal bool IsTooLarge(int held) =>
        held > Pool.MaxRetainedCapacity
            || (held > ShortAnyway && held / TooLarge > Math.Max(_recentLength, Pool.InitialCapacity));

    protected override void OnOver() => Owner?.EndWithCare();
}
