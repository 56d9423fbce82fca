using System.Buffers;
using Pooling.Buffers;
using Pooling.Json;
using Pooling.Objects;

namespace Pooling.Extensions;

/// <summary>The bytes of a lease, whatever wrote them.</summary>
internal abstract class LeasedBytes
{
    /// <summary>Gets the bytes.</summary>
    /// <exception cref="ObjectDisposedException">The lease has ended.</exception>
    internal abstract ReadOnlySequence<byte> Bytes { get; }

    /// <summary>Ends the lease.</summary>
    internal abstract void End();

    /// <summary>The bytes of a writer with one array.</summary>
    internal sealed class OfArray(PooledLease<PooledArrayBufferWriter<byte>> lease) : LeasedBytes
    {
        internal override ReadOnlySequence<byte> Bytes => new(lease.Value.WrittenMemory);

        internal override void End() => lease.Dispose();
    }

    /// <summary>The bytes of a writer with several arrays.</summary>
    internal sealed class OfSegments(PooledLease<SegmentedBufferWriter> lease) : LeasedBytes
    {
        internal override ReadOnlySequence<byte> Bytes => lease.Value.WrittenSequence;

        internal override void End() => lease.Dispose();
    }

    /// <summary>The bytes of a JSON writer that has no target.</summary>
    internal sealed class OfJson(PooledUtf8JsonWriter lease) : LeasedBytes
    {
        internal override ReadOnlySequence<byte> Bytes => new(lease.WrittenMemory);

        internal override void End() => lease.Dispose();
    }
}
