using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>The segmented writers of one buffer pool: the writers with their first chunks, and the chunks that they
/// share.</summary>
/// <remarks>The chunks are items of a separate store, so that they are limited, trimmed and moved between threads like
/// writers.</remarks>
internal sealed class SegmentedWriterPool : IDisposable
{
    private const int ChunksPerThread = 16; // 1 MB, which the budget counts

    private readonly MagazineStore _chunks;
    private readonly SegmentedWriterSource _source;
    private readonly StoreLifetime _lifetimeOfChunks;
    private readonly StoreLifetime _lifetime;

    internal SegmentedWriterPool(string name, StoreOptions options, BufferRetention retention)
    {
        long bytes = Math.Min(retention.MaxRetainedBytes, (long)options.MaxRetained * retention.MaxRetainedCapacity);
        _chunks = new MagazineStore($"{name}.segments", new StoreOptions
        {
            MaxPerThread = ChunksPerThread,
            MaxRetained = (int)Math.Min(bytes / BufferSegmentSource.ChunkLength, int.MaxValue),
            TrimAfter = options.TrimAfter,
            TimeProvider = options.TimeProvider,
            SizeOf = static chunk => ((BufferSegment)chunk).Array.Length,
        });
        _lifetimeOfChunks = new StoreLifetime(_chunks);
        var segments = new BufferSegmentSource(
            retention.ArrayPool, retention.ClearOnReturn, _chunks, retention.Budget, name);
        _source = new SegmentedWriterSource(segments, retention, new StoreOptions
        {
            Name = name,
            OwnerName = options.OwnerName,
            MaxPerThread = BufferWriterPool.WritersPerThread,
            MaxRetained = options.MaxRetained,
            TrimAfter = options.TrimAfter,
            TimeProvider = options.TimeProvider,
            SizeOf = static cell => ((LeaseCell<SegmentedBufferWriter>)cell).Item.RetainedBytes,
        });
        _lifetime = new StoreLifetime(_source.Store);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledLease<SegmentedBufferWriter> Rent()
    {
        LeaseCell<SegmentedBufferWriter> cell = _source.Rent(out long version);
        cell.Item.BeginRental();
        var lease = new PooledLease<SegmentedBufferWriter>(cell, version);
        GC.KeepAlive(this); // keeps the lifetimes alive, as in the pool that this is part of
        return lease;
    }

    /// <summary>Returns the counters of the writers, and the bytes of all retained chunks.</summary>
    internal PoolStatistics GetStatistics()
    {
        PoolStatistics writers = _source.Store.GetStatistics();
        return writers with { RetainedBytes = writers.RetainedBytes + _chunks.GetStatistics().RetainedBytes };
    }

    /// <summary>Returns the counters of the chunks that writers share.</summary>
    internal PoolStatistics GetChunkStatistics() => _chunks.GetStatistics();

    internal void Trim()
    {
        try
        {
            _source.Store.Trim();
        }
        finally
        {
            _chunks.Trim();
        }
    }

    // The writers first: the chunks that they give up are then not kept.
    public void Dispose()
    {
        try
        {
            _lifetime.Dispose();
        }
        finally
        {
            _lifetimeOfChunks.Dispose();
        }
    }
}
