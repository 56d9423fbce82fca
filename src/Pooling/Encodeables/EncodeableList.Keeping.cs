using System.Runtime.CompilerServices;

namespace Pooling.Encodeables;

/// <content>Which parts the list keeps: between messages, never more than it has charged.</content>
public sealed partial class EncodeableList<T>
{
    private const int MessagesOfRun = 64; // parts that two runs in a row do not need go back to the pool
    private const int SmallestRoom = 4;
    private const int LargestKeptRoom = 64; // a larger array is released when little of it is used

    private bool _isRefused; // the pool has refused more parts: it is not asked again before the message ends

    /// <summary>Takes all parts out, because the owner of the list is dropped. Does not throw.</summary>
    internal void Release()
    {
        int used = _count;
        _count = 0;
        _version++;
        GiveBack(0, used);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T AddSlow()
    {
        int count = _count;
        if (count == _parts.Length)
            Grow(count + 1);

        T part = _pool.TakePart();
        _parts[count] = part;
        _owned = count + 1;
        Charge();
        _count = count + 1;
        return part;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void TakeMany(int wanted)
    {
        if (wanted > _parts.Length)
            Grow(wanted);

        try
        {
            while (_owned < wanted)
            {
                _parts[_owned] = _pool.TakePart();
                _owned++;
            }
        }
        finally
        {
            Charge();
        }
    }

    private void Grow(int capacity) =>
        Array.Resize(ref _parts, Math.Max(capacity, Math.Max(SmallestRoom, (int)Math.Min(2L * _parts.Length, 1 << 30))));

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

    /// <summary>Handles what a reset left behind: a part that failed and the parts after it, or all parts if the list is nested too
    /// deeply.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FinishReset(int reset, int count, Exception? failure)
    {
        PartResets resets = PartResets.Current;
        resets.Enter(); // failures here are also reported at the top
        while (reset >= 0 && reset < count)
        {
            T failed = _parts[reset];
            _parts[reset] = _parts[--count];
            TakeOut(count);
            _pool.DropPart(failed);
            reset = _pool.ResetParts(_parts, reset, count, ref failure);
        }

        if (reset < 0)
            GiveDeepParts(~reset, count);

        resets.Leave(ref failure);
        if (_charged > _owned)
            LowerCharge(_owned);

        if (failure is not null)
            PartResets.ThrowAtTop(failure);
    }

    private void GiveDeepParts(int visited, int count)
    {
        while (count > visited)
        {
            T part = _parts[--count];
            TakeOut(count);
            if (count == visited)
                _pool.GiveVisitedPart(part);
            else
                _pool.GiveUsedPart(part);
        }
    }

    /// <summary>Returns parts that the list does not need to keep, or must not keep.</summary>
    /// <param name="count">The number of parts that the message that has just ended used.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Settle(int count)
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
            _store.PostTrimQuietlyIfDue(); // a pool whose parts all stay in lists would not notice otherwise
        }

        _isRefused = false;
        if (!_pool.KeepsParts || _store.IsDisposed)
            kept = 0;

        if (kept < _owned)
            GiveBack(kept, used: 0);
    }

    private void StartRun()
    {
        _lastPeak = _peak;
        _peak = 0;
        _messagesLeft = MessagesOfRun;
    }

    private void GiveBack(int kept, int used)
    {
        if (_charged > kept)
            LowerCharge(kept); // first, so that the pool has room for the parts

        PartResets resets = PartResets.Current;
        Exception? failure = null;
        resets.Enter();
        while (_owned > kept)
        {
            T part = _parts[--_owned];
            _parts[_owned] = null!;
            if (_owned < used)
                _pool.GiveUsedPart(part);
            else
                _pool.GivePart(part);
        }

        resets.Leave(ref failure);
        if (_parts.Length > LargestKeptRoom && kept < _parts.Length / 4)
            _parts = Shrink(kept);

        if (failure is not null)
            PartResets.ThrowAtTop(failure);
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
