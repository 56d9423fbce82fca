namespace Pooling.Buffers;

/// <summary>The limits of one <see cref="PooledArrayBufferWriter{T}"/>, which copies them when it is created.</summary>
/// <remarks>
/// <para>Thread safety: not for concurrent changes; a writer never changes it.</para>
/// <para>Allocation: itself.</para>
/// </remarks>
public sealed class PooledArrayBufferWriterOptions
{
    /// <summary>Gets or sets the items of the first array. At most <see cref="MaxCapacity"/> are used. With 0 the first array is rented
    /// when something is written.</summary>
    /// <value>The default is 256.</value>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int InitialCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(InitialCapacity));
            field = value;
        }
    } = PooledArrayBufferWriter.DefaultInitialCapacity;

    /// <summary>Gets or sets the most items that the writer may hold; a writer that would need more throws a
    /// <see cref="BufferCapacityExceededException"/>. A value above <c>Array.MaxLength</c> counts as that length.</summary>
    /// <value>The default is <see cref="PooledArrayBufferWriter.DefaultMaxCapacity"/>.</value>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1.</exception>
    public int MaxCapacity
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(MaxCapacity));
            field = value;
        }
    } = PooledArrayBufferWriter.DefaultMaxCapacity;

    /// <summary>Gets or sets a value that indicates whether items are cleared before an array goes back, also if they hold no
    /// references.</summary>
    /// <value>The default is <see langword="false"/>: only items that are or hold references are cleared.</value>
    public bool ClearOnReturn { get; set; }
}
