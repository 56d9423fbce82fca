namespace Pooling.Buffers;

/// <summary>The exception that is thrown when a buffer would have to grow beyond its maximum capacity. The buffer and
/// its content are unchanged.</summary>
public sealed class BufferCapacityExceededException : InvalidOperationException
{
    /// <summary>Initializes a new instance of the <see cref="BufferCapacityExceededException"/> class for a buffer of
    /// bytes.</summary>
    /// <param name="requested">The required capacity in bytes, including those already written.</param>
    /// <param name="maxCapacity">The maximum capacity of the buffer, in bytes.</param>
    public BufferCapacityExceededException(long requested, long maxCapacity)
        : this(requested, maxCapacity, "byte")
    {
    }

    /// <param name="requested">The required capacity, including the items already written.</param>
    /// <param name="maxCapacity">The maximum capacity of the buffer.</param>
    /// <param name="unit">The word for an item.</param>
    /// <param name="pool">The name of the pool that the buffer was rented from; <see langword="null"/> if there is
    /// none.</param>
    internal BufferCapacityExceededException(long requested, long maxCapacity, string unit, string? pool = null)
        : base($"The buffer{(pool is null ? "" : $" of pool '{pool}'")} needs {Quantity.Of(requested, unit)}, "
            + $"which exceeds its MaxCapacity of {Quantity.Of(maxCapacity, unit)}.")
    {
        Requested = requested;
        MaxCapacity = maxCapacity;
    }

    /// <summary>Gets the required capacity in items of the buffer, including those already written.</summary>
    public long Requested { get; }

    /// <summary>Gets the maximum capacity, in items of the buffer.</summary>
    public long MaxCapacity { get; }
}
