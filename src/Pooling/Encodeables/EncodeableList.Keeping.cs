using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <content>Which parts the list keeps: between messages, never more than it has charged.</content>
public sealed partial class EncodeableList<T>
{
    // States: open or shut. The list is shut while it calls code that is not its own: the creation, the reset and the
    // disposal of parts, and the clock. Such code may call the list. Invariant: in an open list, the first _owned items
    // of _parts are parts, of which the first _count are in use. In a list that is shut, _count is 0 and _owned is
    // Shut, so that every change takes a slow path, which refuses it. The method that shuts the list opens it again, in
    // a finally block if what it calls can throw.
    private const int Shut = -1;
    private const int MessagesOfRun = 64; // parts that two runs in a row do not need go back to the pool
    private const int SmallestRoom = 4;
    private const int LargestKeptRoom = 64; // a larger array is released when little of it is used

    private bool _isRefused; // the pool has refused more parts: it is not asked again before the message ends

    /// <summary>Takes all parts out, because the owner of the list is dropped. Does not throw.</summary>
    internal void Release()
    {
        if (_owned <= 0)
            return; // if it is shut, by a part that drops its own owner, the parts are garbage together with the list

        _version++;
        (int used, int owned) = ShutAll();
        Exception? failure = null;
        try
        {
            GiveBack(0, used, ref owned, ref failure);
        }
        finally
        {
            Open(0, owned);
        }

        if (failure is not null)
            PartResets.ThrowAtTop(failure);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T AddSlow()
    {
        int count = _count;
        TakeMany(count + 1);
        _count = count + 1;
        return _parts[count];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void TakeMany(int wanted)
    {
        (int count, int owned) = ShutAll();
        try
        {
            if (wanted > _parts.Length)
                Grow(wanted);

            for (; owned < wanted; owned++)
                _parts[owned] = _pool.TakePart();
        }
        finally
        {
            Open(count, owned);
            Charge();
        }
    }

    private void Grow(int capacity) =>
        Array.Resize(
            ref _parts, Math.Max(capacity, Math.Max(SmallestRoom, (int)Math.Min(2L * _parts.Length, 1 << 30))));

    /// <summary>Asks the pool whether the parts that were just taken may be kept.</summary>
    private void Charge()
    {
        int wanted = Math.Min(_owned, MaxKept) - _charged;
        if (wanted <= 0 || _isRefused || !_pool.KeepsParts)
            return;

        if (_charge is null)
        {
            PartResets.Watch();
            _charge = new PartCharge(_store);
        }

        _charged += _charge.Raise(wanted);
        _isRefused = _charged < Math.Min(_owned, MaxKept);
    }

    private void LowerCharge(int charged)
    {
        _charged = charged;
        _charge!.LowerTo(charged);
    }

    /// <summary>Makes the list appear empty and refuse changes, while code of the pool or of parts runs that could
    /// change it.</summary>
    /// <returns>The numbers that <see cref="Open"/> restores.</returns>
    /// <exception cref="InvalidOperationException">The list is shut.</exception>
    private (int Count, int Owned) ShutAll()
    {
        CheckOpen();
        (int Count, int Owned) open = (_count, _owned);
        _count = 0;
        _owned = Shut;
        return open;
    }

    private void Open(int count, int owned)
    {
        _count = count;
        _owned = owned;
    }

    private void CheckOpen()
    {
        if (_owned < 0)
        {
            Throw.InvalidOperation(
                "The list is creating, resetting or returning parts, and cannot be used in the meantime, "
                + "neither by the code of a part nor by another thread.");
        }
    }

    /// <summary>Handles what a reset left behind: a part that failed and the parts after it, or all parts if the list
    /// is nested too deeply.</summary>
    /// <returns>The first exception, at the top level.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private Exception? FinishReset(int reset, int count, Exception? failure)
    {
        PartResets resets = PartResets.Current;
        (int inUse, int owned) = ShutAll();
        int level = resets.Enter(); // failures here are also reported at the top
        try
        {
            while (reset >= 0 && reset < count)
            {
                T failed = _parts[reset];
                _parts[reset] = _parts[--count];
                TakeOut(count, ref owned);
                _pool.DropPart(failed);
                reset = _pool.ResetParts(_parts, reset, count, ref failure);
            }

            if (reset < 0)
                GiveDeepParts(~reset, count, ref owned);
        }
        finally
        {
            resets.Leave(level, ref failure);
            Open(inUse, owned);
            if (_charged > owned)
                LowerCharge(owned);
        }

        return failure;
    }

    private void GiveDeepParts(int visited, int count, ref int owned)
    {
        while (count > visited)
        {
            T part = _parts[--count];
            TakeOut(count, ref owned);
            if (count == visited)
                _pool.GiveVisitedPart(part);
            else
                _pool.GiveUsedPart(part);
        }
    }

    /// <summary>Returns parts that the list does not need to keep, or must not keep.</summary>
    /// <param name="count">The number of parts that the message that has just ended used.</param>
    /// <param name="failure">An exception to throw at the end.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Settle(int count, Exception? failure)
    {
        (int inUse, int owned) = ShutAll();
        try
        {
            int kept = FindKept(count);
            if (kept < owned)
                GiveBack(kept, used: 0, ref owned, ref failure);
        }
        finally
        {
            Open(inUse, owned);
        }

        if (failure is not null)
            PartResets.ThrowAtTop(failure);
    }

    /// <summary>Returns the number of parts to keep.</summary>
    private int FindKept(int count)
    {
        int kept = _charged;
        int epoch = _store.PartEpoch;
        if (epoch != _partEpoch)
        {
            _partEpoch = epoch;
            kept = Math.Min(kept, count); // the pool releases idle parts; those of the last message are not idle
            StartRun();
        }
        else if (_messagesLeft <= 0)
        {
            kept = Math.Min(kept, Math.Max(_peak, _lastPeak));
            StartRun();
            _store.Work.TrimQuietlyIfDue(); // a pool whose parts all stay in lists would not notice otherwise
        }

        _isRefused = false;
        return _pool.KeepsParts && !_store.IsDisposed && !_store.KeepsNothing ? kept : 0;
    }

    private void StartRun()
    {
        _lastPeak = _peak;
        _peak = 0;
        _messagesLeft = MessagesOfRun;
    }

    private void GiveBack(int kept, int used, ref int owned, ref Exception? failure)
    {
        if (_charged > kept)
            LowerCharge(kept); // first, so that the pool has room for the parts

        PartResets resets = PartResets.Current;
        int level = resets.Enter();
        try
        {
            while (owned > kept)
            {
                T part = _parts[--owned];
                _parts[owned] = null!;
                if (owned < used)
                    _pool.GiveUsedPart(part);
                else
                    _pool.GivePart(part);
            }
        }
        finally
        {
            resets.Leave(level, ref failure);
        }

        if (_parts.Length > LargestKeptRoom && kept < _parts.Length / 4)
            _parts = Shrink(kept);
    }

    private T[] Shrink(int kept)
    {
        if (kept == 0)
            return [];

        var parts = new T[kept];
        Array.Copy(_parts, parts, kept);
        return parts;
    }
}
