using System.Buffers;
using System.Runtime.ExceptionServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Provides the chunks of segmented writers: from those that the writers of one buffer pool share, or else
/// from an array pool.</summary>
internal sealed class BufferSegmentSource
{
    /// <summary>The length in bytes of all chunks from the third on: the largest power of two, as array pools keep,
    /// below the threshold of the large object heap.</summary>
    internal const int ChunkLength = 64 * 1024;

    // The first two chunks are short, so that short messages hold little memory; array pools keep powers of two.
    internal const int FirstChunkLength = 4 * 1024;
    internal const int SecondChunkLength = 16 * 1024;

    private const int LargestPowerOfTwo = 1 << 30;

    private readonly ByteBudget? _budget; // the budget of the buffer pool, or null
    private readonly MagazineStore? _kept; // null for an owned writer, which keeps its chunks itself

    internal BufferSegmentSource(
        ArrayPool<byte> arrayPool, bool clears, MagazineStore? kept, ByteBudget? budget = null, string? poolName = null)
    {
        ArrayPool = arrayPool;
        Clears = clears;
        _kept = kept;
        _budget = budget;
        PoolName = poolName;
    }

    internal ArrayPool<byte> ArrayPool { get; }

    /// <summary>The name of the buffer pool; <see langword="null"/> for an owned writer.</summary>
    internal string? PoolName { get; }

    internal bool Clears { get; }

    /// <summary>Whether idle writers may keep chunks at the moment.</summary>
    internal bool MayKeep => _budget is not { IsExceeded: true };

    /// <summary>Rents a chunk of at least the given length. If a pool throws, nothing was rented.</summary>
    internal BufferSegment Rent(int length, object owner)
    {
        BufferSegment segment = length != ChunkLength || _kept is not { } kept ? New(length)
            : kept.TryPop() is { } used ? (BufferSegment)used
            : RentSlow(kept);
        segment.Take(owner);
        return segment;
    }

    /// <summary>Rents a chunk for bytes that leave their writer: one of the usual length if an array pool would make it
    /// as long.</summary>
    internal BufferSegment RentShort(int length, object owner) =>
        Rent(length is > ChunkLength / 2 and <= ChunkLength ? ChunkLength : length, owner);

    /// <summary>Returns a chain of chunks completely even if a pool throws, then throws the first exception. Chunks of
    /// other owners are left alone.</summary>
    internal void ReturnAll(BufferSegment? first, object owner)
    {
        Exception? fault = null;
        while (first is { } segment)
        {
            first = segment.Following;
            if (!segment.TryGiveUp(owner))
                continue; // it belongs to another writer by now, as does what follows it

            segment.Following = null;

            try
            {
                Return(segment);
            }
#pragma warning disable CA1031 // rethrown after the other chunks are returned
            catch (Exception exception)
#pragma warning restore CA1031
            {
                fault ??= exception;
            }
        }

        if (fault is not null)
            ExceptionDispatchInfo.Capture(fault).Throw();
    }

    /// <summary>Returns the usual length of the chunk after another one.</summary>
    internal static int UsualLength(BufferSegment? last) => last is null ? FirstChunkLength
        : last.Array.Length < SecondChunkLength ? SecondChunkLength
        : ChunkLength;

    /// <summary>Returns the length of a chunk for a span: if it is longer than usual, a power of two, as array pools
    /// keep.</summary>
    internal static int LengthFor(int wanted, int usual)
    {
        if (wanted <= usual || wanted > LargestPowerOfTwo)
            return wanted;

        int rounded = FirstChunkLength;
        while (rounded < wanted)
            rounded <<= 1;

        return rounded;
    }

    private BufferSegment New(int length) => new(this, RentedArray.Rent(ArrayPool, length), _budget);

    private BufferSegment RentSlow(MagazineStore kept)
    {
        object? used;
        try
        {
            used = kept.PopSlow();
        }
        catch (ObjectDisposedException) when (kept.IsDisposed)
        {
            return New(ChunkLength); // the buffer pool was disposed during this rental
        }

        if (used is not null)
            return (BufferSegment)used;

        BufferSegment? segment = null;
        try
        {
            segment = New(ChunkLength);
            return segment;
        }
        finally
        {
            if (segment is null)
                kept.CountNotCreated();
        }
    }

    private void Return(BufferSegment segment)
    {
        if (Clears)
            segment.ClearOffered();

        // An array pool may return longer arrays, and the limit for kept chunks assumes this length.
        if (segment.Array.Length == ChunkLength && _kept is { } kept)
        {
            segment.Charge(); // a chunk of a sequence was not charged
            if (MayKeep && !segment.IsUncounted)
            {
                if (!kept.TryPush(segment) && !kept.PushSlow(segment))
                    segment.Dispose();

                return;
            }

            // The store created the chunk, or took it over with a sequence; it will not come back.
            kept.CountDropped(DropReason.Limit, segment);
        }

        segment.Dispose();
    }
}
