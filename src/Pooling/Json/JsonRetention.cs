using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>The state shared by the writers of one pool: its options, its array pool, and the count of their
/// bytes.</summary>
internal sealed class JsonRetention
{
    internal readonly ArrayPool<byte> ArrayPool;

    /// <summary>The bytes of all buffers of the writers.</summary>
    internal readonly ByteBudget Budget;
    internal readonly int MaxCapacity;

    /// <summary>The longest buffer that an idle writer keeps; never longer than a document may be, so that all of it
    /// can be offered.</summary>
    internal readonly int MaxRetainedCapacity;
    internal readonly bool ClearOnReturn;
    internal readonly StoreOptions Store;

    // Each writer keeps its buffer, so a thread keeps few of them.
    private const int WritersPerThread = 8;

    internal JsonRetention(Utf8JsonWriterPoolOptions options, ArrayPool<byte> arrayPool, TimeProvider? timeProvider)
    {
        ArrayPool = arrayPool;
        MaxCapacity = Math.Min(options.MaxCapacity, Array.MaxLength);
        MaxRetainedCapacity = Math.Min(options.MaxRetainedCapacity, MaxCapacity);
        ClearOnReturn = options.ClearOnReturn;

        // Without a limit, what the writers of all sets are allowed: threads must not keep more than that beside them.
        Budget = new ByteBudget(
            options.MaxRetainedBytes
            ?? ByteBudget.Product((long)Utf8JsonWriterPool.MaxOptionSets * options.MaxRetained, MaxRetainedCapacity));
        Store = new StoreOptions
        {
            Name = options.Name ?? nameof(Utf8JsonWriterPool),
            MaxPerThread = WritersPerThread,
            MaxRetained = options.MaxRetained, // allows for writers that wait in queues; the budget limits the bytes
            TrimAfter = options.TrimAfter,
            TimeProvider = timeProvider,
            SizeOf = SizeOf,
            MaxBytes = Budget.Limit,
        };
    }

    internal string Name => Store.Name!;

    private static long SizeOf(object cell) => ((LeaseCell<JsonOutput>)cell).Item.RetainedBytes;
}
