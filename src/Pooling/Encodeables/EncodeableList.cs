using System.Collections;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>Represents the parts of a pooled message that stay with it: the next message that is decoded into the same object uses them
/// again, and no pool is asked for any.</summary>
/// <typeparam name="T">The class of the parts. They may own lists themselves, to any depth.</typeparam>
/// <remarks>
/// <para>Make it the value of a get-only property or a read-only field of a pooled object. With
/// <see cref="PooledEncodeableAttribute"/> the rest is generated; by hand, <see cref="IPooledEncodeable.Reset"/> calls <see cref="Clear"/>
/// and <see cref="IPooledEncodeable.VisitNested"/> passes the list to <see cref="NestedVisitor.Visit{T}(EncodeableList{T})"/>.</para>
/// <para>Ownership: parts belong to the list, kept ones and used ones; nobody else can return them. <see cref="DetachAt"/> hands one out.
/// A reference to a part is valid until the list is cleared, or the part removed.</para>
/// <para>How many parts it keeps follows the most that the last messages used, up to <see cref="MaxKept"/>, and falls when the pool of the
/// parts trims. They count against <see cref="PoolOptions.MaxRetained"/> of that pool, as
/// <see cref="Diagnostics.PoolStatistics.RetainedParts"/>. What is above goes back to the pool.</para>
/// <para>Thread safety: one thread at a time, as the object that owns it.</para>
/// <para>Allocation: none once the list has as many parts as a message needs.</para>
/// <para>Source: the cleared elements that repeated fields of Protocol Buffers for C++ keep.</para>
/// </remarks>
[DebuggerDisplay("Count = {Count}")]
public sealed partial class EncodeableList<T> : IReadOnlyList<T> where T : class, IPooledEncodeable
{
    internal const int DefaultMaxKept = 1024;

    private readonly EncodeablePool<T> _pool;
    private readonly MagazineStore _store; // of the pool
    private T[] _parts = []; // the used ones, the kept ones, then null references
    private int _count;
    private int _owned; // used and kept
    private int _charged; // no more than are owned: so many it may keep
    private int _version; // changed by whatever removes a part
    private int _peak; // the most parts in use in this run of messages
    private int _lastPeak; // and in the run before
    private int _messagesLeft = MessagesOfRun;
    private int _partEpoch;
    private PartCharge? _charge;

    /// <summary>Initializes an empty list.</summary>
    /// <param name="pool">The pool that new parts come from.</param>
    /// <param name="maxKept">The most parts that the list keeps between messages, 0 or more; 1,024 by default.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pool"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxKept"/> is negative.</exception>
    public EncodeableList(EncodeablePool<T> pool, int maxKept = DefaultMaxKept)
    {
        ArgumentNullException.ThrowIfNull(pool);
        ArgumentOutOfRangeException.ThrowIfNegative(maxKept);

        _pool = pool;
        _store = pool.Store;
        _partEpoch = _store.PartEpoch;
        MaxKept = maxKept;
    }

    /// <summary>Gets the number of parts in use.</summary>
    public int Count => _count;

    /// <summary>Gets the most parts that the list keeps between messages.</summary>
    public int MaxKept { get; }

    /// <summary>Gets the parts in use, in order.</summary>
    /// <remarks>Valid until the list changes.</remarks>
    public ReadOnlySpan<T> Span => new(_parts, 0, _count);

    /// <summary>Gets a part in use.</summary>
    /// <param name="index">Its place.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not from 0 to <see cref="Count"/> - 1.</exception>
    public T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            CheckIndex(index);

            return _parts[index];
        }
    }

    /// <summary>Adds a part at the end: the next kept one, or one from the pool.</summary>
    /// <returns>A part equal to a new one.</returns>
    /// <exception cref="ObjectDisposedException">No part is kept, and the pool is disposed. The list did not change.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Add()
    {
        int count = _count;
        T[] parts = _parts;
        if ((uint)count < (uint)parts.Length && parts[count] is { } part)
        {
            _count = count + 1;
            return part;
        }

        return AddSlow();
    }

    /// <summary>Adds parts at the end, as many as a message has said that it holds.</summary>
    /// <param name="count">How many, 0 or more.</param>
    /// <param name="maxLength">The most parts that are sensible here. A decoder knows it from the bytes that are left.</param>
    /// <returns>The added parts, each equal to a new one. Valid until the list changes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative or more than <paramref name="maxLength"/>;
    /// nothing was rented.</exception>
    /// <exception cref="ObjectDisposedException">Too few parts are kept, and the pool is disposed. The list did not change.</exception>
    public ReadOnlySpan<T> AddRange(int count, int maxLength = PooledScope.DefaultMaxLength)
    {
        if (count < 0 || count > maxLength)
        {
            Throw.ArgumentOutOfRange(nameof(count), count,
                $"The count must be between 0 and {maxLength}, the most parts that are sensible here.");
        }

        int first = _count;
        if (count > _owned - first)
            TakeMany(checked(first + count));

        _count = first + count;
        return new ReadOnlySpan<T>(_parts, first, count);
    }

    /// <summary>Ensures that so many parts fit without the list growing. No part is rented.</summary>
    /// <param name="capacity">How many, 0 or more.</param>
    /// <returns>How many fit now.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is negative.</exception>
    public int EnsureCapacity(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);

        if (capacity > _parts.Length)
            Grow(capacity);

        return _parts.Length;
    }

    /// <summary>Resets all parts and keeps them, empty, for the next message. What they own beside lists is returned first.</summary>
    /// <remarks>A part whose reset throws is dropped; all others are reset, and the first exception reaches the caller. Parts that lie more
    /// than 16 lists deep go back to their pool.</remarks>
    public void Clear()
    {
        int count = _count;
        _count = 0; // first: nothing that a reset calls can clear them again
        _version++;
        if (count > _peak)
            _peak = count;

        Exception? failure = null;
        if (count > 0 && _pool.ResetParts(_parts, 0, count, ref failure) is var reset && (reset != count || failure is not null))
            FinishReset(reset, count, failure);

        if (--_messagesLeft <= 0 || _owned != _charged || _partEpoch != _store.PartEpoch)
            Settle(count);
    }

    /// <summary>Returns an enumerator over the parts in use.</summary>
    /// <returns>The enumerator. It throws once the list changed.</returns>
    public Enumerator GetEnumerator() => new(this);

    IEnumerator<T> IEnumerable<T>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckIndex(int index)
    {
        if ((uint)index >= (uint)_count)
            ThrowIndex(index, _count);
    }

    private static void ThrowIndex(int index, int count) =>
        Throw.ArgumentOutOfRange(nameof(index), index, $"The list has {count} parts.");
}
