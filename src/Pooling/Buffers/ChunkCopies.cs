using System.Buffers;

namespace Pooling.Buffers;

/// <summary>Shorter copies of those chunks of a writer that are too long for their bytes. Each begins at the same byte
/// as its chunk.</summary>
internal static class ChunkCopies
{
    /// <summary>Copies the bytes of each chunk that is too long for them to a shorter one, which is in no chain yet.
    /// The writer is unchanged.</summary>
    /// <returns>The copies in order; <see langword="null"/> if there are none.</returns>
    internal static BufferSegment? Make(
        SegmentedBufferWriter writer, BufferSegmentSource source, BufferSegment first, BufferSegment last,
        int lastLength)
    {
        BufferSegment? copies = null;
        bool isDone = false;
        try
        {
            BufferSegment? lastCopy = null;
            for (BufferSegment? next = first; next is not null;)
            {
                BufferSegment segment = next;
                next = segment == last ? null : segment.Following;
                int length = segment == last ? lastLength : segment.Memory.Length;
                if (!RentedArray.IsTooLongFor(segment.Array, length))
                    continue;

                if (writer.CopyChunk(segment, length) is not { } copy)
                    continue;

                if (lastCopy is null)
                    copies = copy;
                else
                    lastCopy.Following = copy;
                lastCopy = copy;
            }

            isDone = true;
        }
        finally
        {
            if (!isDone)
                source.ReturnAll(copies, writer);
        }

        return copies;
    }

    /// <summary>The content of a chain in which copies take the places of other chunks.</summary>
    internal static ReadOnlySequence<byte> Sequence(
        BufferSegment start, BufferSegment last, int lastLength, BufferSegment copies)
    {
        BufferSegment end = copies;
        while (end.Following is { } next)
            end = next;

        return new ReadOnlySequence<byte>(start, 0, end.RunningIndex == last.RunningIndex ? end : last, lastLength);
    }

    /// <summary>Separates the chunks that a sequence gets from those that stay.</summary>
    /// <returns>The chunks that stay, then the spare ones.</returns>
    internal static BufferSegment? Interleave(BufferSegment first, BufferSegment last, BufferSegment copies)
    {
        BufferSegment? spare = last.Following;
        BufferSegment? copy = copies;
        BufferSegment? kept = null;
        BufferSegment? lastKept = null;
        BufferSegment? lastMoved = null;
        for (BufferSegment? next = first; next != spare;)
        {
            BufferSegment segment = next!;
            next = segment.Following;
            BufferSegment moved = segment;
            if (copy is not null && copy.RunningIndex == segment.RunningIndex)
            {
                moved = copy;
                copy = copy.Following;
                kept ??= segment;
                if (lastKept is not null)
                    lastKept.Following = segment;
                lastKept = segment;
            }

            if (lastMoved is not null)
                lastMoved.Following = moved;
            lastMoved = moved;
        }

        lastMoved!.Following = null;
        lastKept!.Following = spare;
        return kept;
    }

    /// <summary>Passes chunks to their new owner.</summary>
    internal static void HandOver(BufferSegment chain, SegmentedBufferWriter writer, PooledSequence owner)
    {
        for (BufferSegment? segment = chain; segment is not null; segment = segment.Following)
            segment.HandOver(writer, owner);
    }

    /// <summary>The bytes of all arrays of a chain.</summary>
    internal static long LengthOf(BufferSegment? chain)
    {
        long length = 0;
        for (BufferSegment? segment = chain; segment is not null; segment = segment.Following)
            length += segment.Array.Length;

        return length;
    }
}
