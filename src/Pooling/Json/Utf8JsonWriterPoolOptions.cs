using Pooling.Buffers;

namespace Pooling.Json;

/// <summary>Provides the limits of a <see cref="Utf8JsonWriterPool"/> and of the writers that it rents out. A pool
/// copies them when it is created.</summary>
/// <remarks>
/// <para>The limits of the pool count for each set of <see cref="System.Text.Json.JsonWriterOptions"/>, those of bytes
/// for all, of which there are at most 16. A buffer that is longer than <see cref="MaxCapacity"/> is not kept.</para>
/// <para>The memory that <see cref="System.Text.Json.Utf8JsonWriter"/> itself rents to escape a long value comes from
/// <see cref="System.Buffers.ArrayPool{T}.Shared"/> and is never cleared.</para>
/// <para>Thread safety: not safe for concurrent changes. A pool never changes its options.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class Utf8JsonWriterPoolOptions : BufferPoolOptions
{
    internal const int DefaultMaxCapacity = PooledArrayBufferWriter.DefaultMaxCapacity;
    internal const int DefaultMaxRetainedCapacity = 16 * 1024;

    /// <summary>Initializes options with the defaults.</summary>
    public Utf8JsonWriterPoolOptions() => MaxRetainedCapacity = DefaultMaxRetainedCapacity;

    /// <summary>Gets or sets the maximum length of a writer's buffer, in bytes. The default is 268,435,456 (256
    /// MiB).</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1.</exception>
    /// <remarks>
    /// <para>A document that would exceed it throws a <see cref="BufferCapacityExceededException"/>, and its lease can
    /// then only be disposed. A value greater than <c>Array.MaxLength</c> is treated as that length.</para>
    /// <para>The writer requests 256 bytes at the start of a document and at least 4,096 whenever it needs more, so a
    /// document may need up to 4,096 bytes more than its length. While a <see cref="string"/> is written, it needs
    /// three bytes for each of its characters, escaped ones included, even if they take one byte. A document that is
    /// written to a target needs as much as its longest value.</para>
    /// </remarks>
    public int MaxCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MaxCapacity));
            field = value;
        }
    } = DefaultMaxCapacity;
}
