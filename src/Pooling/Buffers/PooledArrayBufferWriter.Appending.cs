using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>The short way of writing a little: one look at what is free, and one change of the count.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    // Nothing is free in a closed writer, since the end of what is offered is 0 there, and the count is never less. The array checks each
    // index once more, as it does for everybody: whatever two threads do to the counts, nothing is written outside of it.

    /// <summary>Writes an item, if there is room for it.</summary>
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

    /// <summary>Counts items as written that the caller puts there at once, if there is room for them.</summary>
    /// <param name="count">The items, 1 or more.</param>
    /// <param name="room">Exactly as many.</param>
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

    /// <summary>Shows the array to put items into, if there is room for all that may come. <see cref="End"/> counts them.</summary>
    /// <param name="count">The most items, 1 or more.</param>
    /// <param name="array">The array that they go into.</param>
    /// <param name="start">The index of the first.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryBegin(int count, [NotNullWhen(true)] out T[]? array, out int start)
    {
        start = _written;
        array = _array;
        return count <= _offered - start;
    }

    /// <summary>Counts the items as written that were put into the array since <see cref="TryBegin"/>.</summary>
    /// <param name="end">The index behind the last, which the array has.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void End(int end) => _written = end;

    /// <summary>Counts the items as written that were put into a span of <see cref="TryGetSpanBehind"/>.</summary>
    /// <param name="count">The items, not more than the span has.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Count(int count) => _written += count;
}
