namespace Pooling.Buffers;

/// <summary>The limits of one <see cref="SegmentedBufferWriter"/>, which copies them when it is created.</summary>
/// <remarks>
/// <para>Thread safety: not for concurrent changes; a writer never changes it.</para>
/// <para>Allocation: itself.</para>
/// </remarks>
public sealed class SegmentedBufferWriterOptions
{
    /// <summary>Gets or sets the most bytes that the writer may hold, which may be more than an array can hold; a writer that would need
    /// more throws a <see cref="BufferCapacityExceededException"/>.</summary>
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

    /// <summary>Gets or sets a value that indicates whether bytes are cleared before an array goes back.</summary>
    /// <value>The default is <see langword="false"/>.</value>
    public bool ClearOnReturn { get; set; }
}
