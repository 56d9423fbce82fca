namespace Pooling.Encodeables;

/// <content>Removing single parts.</content>
public sealed partial class EncodeableList<T>
{
    /// <summary>Removes the last part, which is reset and kept.</summary>
    /// <exception cref="InvalidOperationException">The list is empty; or it is creating, resetting or returning parts,
    /// and was called by a part or by another thread.</exception>
    /// <remarks>If the reset throws, the part is dropped and the exception is thrown to the caller.</remarks>
    public void RemoveLast()
    {
        if (_count == 0)
        {
            CheckOpen();
            Throw.InvalidOperation("The list is empty; there is no part to remove.");
        }

        RemoveAt(_count - 1);
    }

    /// <summary>Removes a part, which is reset and kept. The parts after it move up.</summary>
    /// <param name="index">The index of the part.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not from 0 to <see cref="Count"/> -
    /// 1.</exception>
    /// <exception cref="InvalidOperationException">The list is creating, resetting or returning parts: it was called by
    /// a part, or by another thread.</exception>
    /// <remarks>If the reset throws, the part is dropped and the exception is thrown to the caller.</remarks>
    public void RemoveAt(int index)
    {
        CheckIndex(index);

        if (_count > _peak)
            _peak = _count;

        int last = MoveToEnd(index);
        Exception? failure = null;
        (int count, int owned) = ShutAll();
        int reset = _pool.ResetParts(_parts, last, last + 1, ref failure);
        Open(count, owned);
        if (reset != last + 1 || failure is not null)
            failure = FinishReset(reset, last + 1, failure);
        else if (_store.KeepsNothing)
            GiveUpIdle(ref failure);

        if (failure is not null)
            PartResets.ThrowAtTop(failure);
    }

    /// <summary>Hands a part over to a caller that keeps it longer than the message. The parts after it move
    /// up.</summary>
    /// <param name="index">The index of the part.</param>
    /// <returns>The reference to return the part with. It is returned to the pool, not to the list.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is not from 0 to <see cref="Count"/> -
    /// 1.</exception>
    /// <exception cref="InvalidOperationException">The list is creating, resetting or returning parts, and was called
    /// by a part; or another thread, which must not use the list, is taking the part.</exception>
    /// <remarks>The part keeps its lists, and the arrays and objects that were rented for it without a scope. What was
    /// rented for the part through a scope stays with that scope.</remarks>
    public PooledRef<T> DetachAt(int index)
    {
        CheckIndex(index);

        T part = _parts[index];
        int token = EncodeableWord<ProcessorAtomics>.TryMoveKeptToToken(ref part.PoolState.Word);
        if (token == EncodeableWord.WrappedAround)
            Throw.InvalidOperation("The part was taken by another thread. Use the list on one thread at a time.");

        if (_count > _peak)
            _peak = _count;

        TakeOut(MoveToEnd(index), ref _owned);
        if (_charged > _owned)
            LowerCharge(_owned);

        return new PooledRef<T>(part, token);
    }

    /// <summary>Returns all parts that are not in use.</summary>
    private void GiveUpIdle(ref Exception? failure)
    {
        (int count, int owned) = ShutAll();
        try
        {
            GiveBack(count, used: 0, ref owned, ref failure);
        }
        finally
        {
            Open(count, owned);
        }
    }

    /// <summary>Moves a part behind those in use.</summary>
    /// <returns>Its new index.</returns>
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

    /// <summary>Takes out a part that is not in use; the last kept part takes its place.</summary>
    private void TakeOut(int index, ref int owned)
    {
        int last = --owned;
        _parts[index] = _parts[last];
        _parts[last] = null!;
    }
}
