namespace Pooling.Buffers;

/// <summary>Provides the limits of a <see cref="SegmentedBufferWriter"/>, which copies them when it is created.</summary>
/// <remarks>
/// <para>Thread safety: not safe for concurrent changes. A writer never changes its options.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class SegmentedBufferWriterOptions
{
    /// <summary>Gets or sets the maximum number of bytes that the writer can hold, which can exceed the maximum length of an array. A
    /// writer that would exceed it throws a <see cref="BufferCapacityExceededException"/>.</summary>
    /// <value>The default is <see cref="SegmentedBufferWriter.DefaultMaxCapacity"/>.</value>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1.</exception>
    public long MaxCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1L, nameof(MaxCapacity));
            field = value;
        }
    } = SegmentedBufferWriter.DefaultMaxCapacity;

    /// <summary>Gets or sets a value that indicates whether bytes are cleared before an array is returned.</summary>
    /// <value>The default is <see langword="false"/>.</value>
    public bool ClearOnReturn { get; set; }
}
