using System.Buffers;
using System.Runtime.ExceptionServices;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Where the chunks of segmented writers come from and go back to: an array pool, and before that the chunks that the writers of
/// one buffer pool keep in common.</summary>
internal sealed class BufferSegmentSource
{
    /// <summary>The bytes of all chunks from the third on: the largest power of two, which array pools keep, that stays below the large
    /// object heap.</summary>
    internal const int ChunkLength = 64 * 1024;

    private readonly ByteBudget? _budget; // that of the buffer pool, or null
    private readonly MagazineStore? _kept; // null: for an owned writer, which keeps its chunks itself

    internal BufferSegmentSource(ArrayPool<byte> arrayPool, bool clears, MagazineStore? kept, ByteBudget? budget = null)
    {
        ArrayPool = arrayPool;
        Clears = clears;
        _kept = kept;
        _budget = budget;
    }

    internal ArrayPool<byte> ArrayPool { get; }

    internal bool Clears { get; }

    /// <summary>Whether idle writers may keep chunks now.</summary>
    internal bool MayKeep => _budget is not { IsExceeded: true };

    /// <summary>Rents a chunk of at least so many bytes. If a pool throws, nothing was rented.</summary>
    internal BufferSegment Rent(int length, object owner)
    {
        BufferSegment segment = length != ChunkLength || _kept is not { } kept ? New(length)
            : kept.TryPop() is { } used ? (BufferSegment)used
            : RentSlow(kept);
        segment.Take(owner);
        return segment;
    }

    /// <summary>Gives back a chain of chunks, all of it also if a pool throws; then throws what it threw first. What is not the owner's is
    /// left alone.</summary>
    internal void ReturnAll(BufferSegment? first, object owner)
    {
        ExceptionDispatchInfo? fault = null;
        while (first is { } segment)
        {
            first = segment.Following;
            if (!segment.TryGiveUp(owner))
                continue; // another writer's by now, and so is what follows it

            segment.Following = null;

            try
            {
                Return(segment);
            }
#pragma warning disable CA1031 // it is thrown again when the others are back
            catch (Exception exception)
#pragma warning restore CA1031
            {
                fault ??= ExceptionDispatchInfo.Capture(exception);
            }
        }

        fault?.Throw();
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
            return New(ChunkLength); // the buffer pool has ended, and this writer's rental has not
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

        // An array pool may give longer arrays, and the limit of what is kept counts chunks.
        if (segment.Array.Length == ChunkLength && _kept is { } kept)
        {
            segment.Charge(); // that of a sequence was not
            if (MayKeep && !segment.IsUncounted)
            {
                if (!kept.TryPush(segment) && !kept.PushSlow(segment))
                    segment.Dispose();

                return;
            }

            // The store made it, or took it over with a sequence: it has left it for good.
            kept.CountDropped();
        }

        segment.Dispose();
    }
}
