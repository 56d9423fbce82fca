using System.Collections;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <summary>Represents the parts of a pooled message. Parts stay with the message: the next message that is decoded
/// into the same object reuses them without asking a pool.</summary>
/// <typeparam name="T">The class of the parts. Parts can own lists themselves, to any depth.</typeparam>
/// <remarks>
/// <para>Use it as the value of a get-only property or a read-only field of a pooled object. With
/// <see cref="PooledEncodeableAttribute"/>, the rest is generated. When implemented by hand,
/// <see cref="IPooledEncodeable.Reset"/> calls <see cref="Clear"/>, and <see cref="IPooledEncodeable.VisitNested"/>
/// passes the list to <see cref="NestedVisitor.Visit{T}(EncodeableList{T})"/>.</para>
/// <para>Ownership: all parts belong to the list, whether in use or kept for reuse; they cannot be returned
/// individually. <see cref="DetachAt"/> hands one over. A reference to a part is valid until the list is cleared or the
/// part is removed.</para>
/// <para>The number of kept parts follows the maximum that recent messages used, up to <see cref="MaxKept"/>, and falls
/// when the pool of the parts trims. Kept parts count against <see cref="PoolOptions.MaxRetained"/> of that pool, as
/// <see cref="Diagnostics.PoolStatistics.RetainedParts"/>. Other parts go back to the pool.</para>
/// <para>While the list creates, resets or returns parts, their code cannot use it: the list appears to be empty, and a
/// change throws an <see cref="InvalidOperationException"/>.</para>
/// <para>Thread safety: one thread at a time, like the object that owns the list.</para>
/// <para>Allocation: none once the list has as many parts as a message needs.</para>
/// <para>Source: the cleared elements that repeated fields of Protocol Buffers for C++ keep.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class EncodeableList<T> : IReadOnlyList<T> where T : class, IPooledEncodeable
{
    internal const int DefaultMaxKept = 1024;

    private readonly EncodeablePool<T> _pool;
    private readonly MagazineStore _store; // the store of the pool
    private T[] _parts = []; // the parts in use, then the kept ones, then null references
    private int _count; // in use; 0 while the list is shut
    private int _owned; // in use and kept; negative while the list is shut
    private int _charged; // how many it may keep; at most the owned ones
    private int _version; // changed when a part is removed
    private int _peak; // the most parts in use in this run of messages
    private int _lastPeak; // and in the run before
    private int _messagesLeft = MessagesOfRun;
    private int _partEpoch;
    private PartCharge? _charge;

    /// <summary>Initializes an empty list.</summary>
    /// <param name="pool">The pool that creates the parts.</param>
    /// <param name="maxKept">The maximum number of parts that the list keeps between messages, 0 or more. The default
    /// is 1,024.</param>
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

    private string DebuggerText => $"Count = {Count}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Gets the maximum number of parts that the list keeps between messages.</summary>
    public int MaxKept { get; }

    /// <summary>Gets the parts in use, in order.</summary>
    /// <remarks>Valid until the list changes.</remarks>
    public ReadOnlySpan<T> Span => new(_parts, 0, _count);

    /// <summary>Gets the parts in use as memory, in order.</summary>
    /// <remarks>Valid until the list changes.</remarks>
    public ReadOnlyMemory<T> Memory => new(_parts, 0, _count);

    /// <summary>Gets a part in use.</summary>
    /// <param name="index">The index of the part.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not from 0 to <see cref="Count"/> -
    /// 1.</exception>
    public T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            CheckIndex(index);

            return _parts[index];
        }
    }

    /// <summary>Gets the parts in use as memory of a base type, without a copy, for code that does not know the class
    /// of the parts.</summary>
    /// <typeparam name="TBase">A base class of <typeparamref name="T"/>, or an interface that it
    /// implements.</typeparam>
    /// <returns>The parts, valid until the list changes.</returns>
    /// <exception cref="InvalidCastException"><typeparamref name="T"/> is not derived from
    /// <typeparamref name="TBase"/>.</exception>
    public ReadOnlyMemory<TBase> AsMemory<TBase>() where TBase : class => new((TBase[])(object)_parts, 0, _count);

    /// <summary>Adds a part at the end: the next kept one, or one from the pool.</summary>
    /// <returns>A part equal to a new one.</returns>
    /// <exception cref="ObjectDisposedException">No part is kept, and the pool is disposed. The list is
    /// unchanged.</exception>
    /// <exception cref="InvalidOperationException">The list is creating, resetting or returning parts: it was called by
    /// a part, or by another thread.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Add()
    {
        int count = _count;
        if (count < _owned)
        {
            T part = _parts[count];
            _count = count + 1;
            return part;
        }

        return AddSlow();
    }

    /// <summary>Adds as many parts at the end as a message states.</summary>
    /// <param name="count">The number of parts, 0 or more.</param>
    /// <param name="maxLength">The maximum number of parts to accept here. A decoder can derive it from the number of
    /// bytes left.</param>
    /// <returns>The added parts, each equal to a new one. The span is valid until the list changes.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative or more than
    /// <paramref name="maxLength"/>; nothing was rented.</exception>
    /// <exception cref="ObjectDisposedException">Too few parts are kept, and the pool is disposed. The list is
    /// unchanged.</exception>
    /// <exception cref="InvalidOperationException">The list is creating, resetting or returning parts: it was called by
    /// a part, or by another thread.</exception>
    public ReadOnlySpan<T> AddRange(int count, int maxLength = PooledScope.DefaultMaxLength)
    {
        if (count < 0 || count > maxLength)
        {
            Throw.ArgumentOutOfRange(nameof(count), count,
                $"The count must be between 0 and maxLength ({maxLength}).");
        }

        int first = _count;
        if (count > _owned - first)
            TakeMany(checked(first + count));

        _count = first + count;
        return new ReadOnlySpan<T>(_parts, first, count);
    }

    /// <summary>Ensures that the list can hold the specified number of parts without growing. Does not rent
    /// parts.</summary>
    /// <param name="capacity">The number of parts, 0 or more.</param>
    /// <returns>The number of parts that the list can hold.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="capacity"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">The list is creating, resetting or returning parts: it was called by
    /// a part, or by another thread.</exception>
    public int EnsureCapacity(int capacity)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(capacity);

        if (capacity > _parts.Length)
        {
            CheckOpen();
            Grow(capacity);
        }

        return _parts.Length;
    }

    /// <summary>Resets all parts and keeps them, empty, for the next message. Anything else that they own is returned
    /// first.</summary>
    /// <remarks>A part whose reset throws is dropped; all others are reset, and the first exception is thrown to the
    /// caller. Parts that are nested more than 16 lists deep go back to their pool.</remarks>
    /// <exception cref="InvalidOperationException">The list is creating, resetting or returning parts: it was called by
    /// a part, or by another thread.</exception>
    public void Clear()
    {
        int count = _count;
        _count = 0; // first, so that nothing that a reset calls can clear them again
        _version++;
        if (count > _peak)
            _peak = count;

        if (count > 0)
        {
            int owned = _owned;
            _owned = Shut;
            Exception? failure = null;
            int reset = _pool.ResetParts(_parts, 0, count, ref failure);
            _owned = owned;
            if (reset != count || failure is not null)
            {
                Settle(count, FinishReset(reset, count, failure));
                return;
            }
        }

        // a list that is shut always settles, which refuses
        if (--_messagesLeft <= 0 || _owned != _charged || _partEpoch != _store.PartEpoch)
            Settle(count, failure: null);
    }

    /// <summary>Returns an enumerator for the parts in use.</summary>
    /// <returns>The enumerator. It throws after the list has changed.</returns>
    public Enumerator GetEnumerator() => new(this);

    IEnumerator<T> IEnumerable<T>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckIndex(int index)
    {
        if ((uint)index >= (uint)_count)
            ThrowIndex(index);
    }

    private void ThrowIndex(int index)
    {
        CheckOpen();
        Throw.ArgumentOutOfRange(
            nameof(index), index, $"The index must be less than the number of parts in use, which is {_count}.");
    }
}
