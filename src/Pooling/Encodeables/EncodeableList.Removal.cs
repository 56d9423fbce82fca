namespace Pooling.Encodeables;

/// <content>Parts that go one by one.</content>
public sealed partial class EncodeableList<T>
{
    /// <summary>Removes the last part: it is reset, and kept.</summary>
    /// <exception cref="InvalidOperationException">The list is empty.</exception>
    /// <remarks>If the reset throws, the part is dropped, and the exception reaches the caller.</remarks>
    public void RemoveLast()
    {
        if (_count == 0)
            Throw.InvalidOperation("The list has no part to remove.");

        RemoveAt(_count - 1);
    }

    /// <summary>Removes a part: it is reset, and kept. Those behind it move up.</summary>
    /// <param name="index">Its place.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not from 0 to <see cref="Count"/> - 1.</exception>
    /// <remarks>If the reset throws, the part is dropped, and the exception reaches the caller.</remarks>
    public void RemoveAt(int index)
    {
        CheckIndex(index);

        if (_count > _peak)
            _peak = _count;

        int last = MoveToEnd(index);
        Exception? failure = null;
        if (_pool.ResetParts(_parts, last, last + 1, ref failure) is var reset && (reset != last + 1 || failure is not null))
            FinishReset(reset, last + 1, failure);
    }

    /// <summary>Hands a part out to somebody who keeps it longer than its message. Those behind it move up.</summary>
    /// <param name="index">Its place.</param>
    /// <returns>The reference to return it with: to the pool, not to the list.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not from 0 to <see cref="Count"/> - 1.</exception>
    /// <exception cref="InvalidOperationException">Another thread, which must not use the list, takes the part.</exception>
    /// <remarks>The lists of the part go with it, and arrays and objects that were rented without a scope. What was rented for the part
    /// through a scope stays with that scope.</remarks>
    public PooledRef<T> DetachAt(int index)
    {
        CheckIndex(index);

        T part = _parts[index];
        int token = EncodeableWord<ProcessorWordAtomics>.TryMoveKeptToToken(ref part.PoolState.Word);
        if (token == EncodeableWord.WrappedAround)
            Throw.InvalidOperation("The part was taken by another thread.");

        if (_count > _peak)
            _peak = _count;

        TakeOut(MoveToEnd(index));
        if (_charged > _owned)
            LowerCharge(_owned);

        return new PooledRef<T>(part, token);
    }

    /// <summary>Moves a part behind those in use.</summary>
    /// <returns>Its place.</returns>
    private int MoveToEnd(int index)
    {
        T[] parts = _parts;
        T part = parts[index];
        int last = --_count;
        _version++;
        Array.Copy(parts, index + 1, parts, index, last - index);
        parts[last] = part;
        return last;
    }

    /// <summary>Takes a part out that is not in use; the last kept one takes its place.</summary>
    private void TakeOut(int index)
    {
        int last = --_owned;
        _parts[index] = _parts[last];
        _parts[last] = null!;
    }
}
