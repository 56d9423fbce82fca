using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>The short path for writing a little: one check of the free room, and one update of the count.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    // A closed writer has no free room, because the end of the offered part is 0 and the count is never negative. The
    // array bounds check still applies: whatever two threads do to the counts, nothing is written outside of the array.

    /// <summary>Writes an item if there is room for it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryWrite(T item)
    {
        int written = _written;
        if (written >= _offered)
            return false;

        _array![written] = item;
        _written = written + 1;
        return true;
    }

    /// <summary>Counts items as written, which the caller stores immediately, if there is room for them.</summary>
    /// <param name="count">The number of items, 1 or more.</param>
    /// <param name="room">A span of exactly that length.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryTake(int count, out Span<T> room)
    {
        int written = _written;
        if (count > _offered - written)
        {
            room = default;
            return false;
        }

        room = new Span<T>(_array, written, count);
        _written = written + count;
        return true;
    }

    /// <summary>Returns the array to store items in, if there is room for the maximum number. <see cref="End"/> counts
    /// them.</summary>
    /// <param name="count">The maximum number of items, 1 or more.</param>
    /// <param name="array">The array to store them in.</param>
    /// <param name="start">The index of the first item.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryBegin(int count, [NotNullWhen(true)] out T[]? array, out int start)
    {
        start = _written;
        array = _array;
        return count <= _offered - start;
    }

    /// <summary>Counts the items as written that were stored in the array since <see cref="TryBegin"/>.</summary>
    /// <param name="end">The index after the last item, within the array.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void End(int end) => _written = end;

    /// <summary>Counts the items as written that were stored in a span from <see cref="TryGetSpanBehind"/>.</summary>
    /// <param name="count">The number of items, at most the length of the span.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Count(int count) => _written += count;
}
