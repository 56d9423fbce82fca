using System.Buffers;

namespace Pooling.Buffers;

/// <content>Sequences as one span.</content>
public ref partial struct BufferReader
{
    /// <summary>Returns the bytes of a sequence as one span. They are copied only if the sequence has several
    /// segments.</summary>
    /// <param name="sequence">The sequence, such as that of a <see cref="System.IO.Pipelines.PipeReader"/>.</param>
    /// <param name="copy">The array that holds the bytes; <see langword="null"/> if they were not copied. Dispose it
    /// when the span is no longer used.</param>
    /// <returns>The bytes, valid for as long as the sequence and <paramref name="copy"/> are.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The sequence is longer than an array can be.</exception>
    /// <remarks>Limit the length of what a peer sends before: that many bytes are rented. A copy allocates the
    /// <see cref="PooledArray{T}"/>, whose array is pooled.</remarks>
    public static ReadOnlySpan<byte> GetSpan(in ReadOnlySequence<byte> sequence, out PooledArray<byte>? copy)
    {
        copy = null;
        if (sequence.IsSingleSegment)
            return sequence.First.Span;

        long length = sequence.Length;
        if (length > Array.MaxLength)
        {
            Throw.ArgumentOutOfRange(
                nameof(sequence), length, $"A sequence of {Quantity.Of(length, "byte")} does not fit into an array.");
        }

        copy = new PooledArray<byte>((int)length);
        sequence.CopyTo(copy.Span);
        return copy.Span;
    }
}
