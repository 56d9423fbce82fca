namespace Pooling.Buffers;

/// <summary>Thrown when a buffer would have to grow beyond the maximum that it was given. The buffer and its content are
/// unchanged.</summary>
public sealed class BufferCapacityExceededException : InvalidOperationException
{
    /// <summary>Initializes a new instance of the <see cref="BufferCapacityExceededException"/> class for a buffer of bytes.</summary>
    /// <param name="requested">The bytes that were asked for, those already written included.</param>
    /// <param name="maxCapacity">The most bytes that the buffer may hold.</param>
    public BufferCapacityExceededException(long requested, long maxCapacity)
        : this(requested, maxCapacity, "bytes")
    {
    }

    internal BufferCapacityExceededException(long requested, long maxCapacity, string unit)
        : base($"A buffer of {requested} {unit} exceeds the maximum capacity of {maxCapacity} {unit}.")
    {
        Requested = requested;
        MaxCapacity = maxCapacity;
    }

    /// <summary>Gets the capacity that was asked for, in items of the buffer, those already written included.</summary>
    public long Requested { get; }

    /// <summary>Gets the maximum capacity, in items of the buffer.</summary>
    public long MaxCapacity { get; }
}
