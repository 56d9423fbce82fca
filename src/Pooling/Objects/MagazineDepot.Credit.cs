using System.Diagnostics;

namespace Pooling.Objects;

/// <content>What threads may hold. Credit follows use: each thread's share is half of the limit divided by the number of threads. It falls
/// in steps as threads come, and rises as they go. The smallest magazines are not paid for out of that half only: silent threads may hold
/// all of it, and a thread without magazines would come here twice for each rental.</content>
internal sealed partial class MagazineDepot
{
    private ThreadMagazines[] _threads = [];
    private int _creditedItems;
    private int _grade; // index of the largest magazines that a thread may have now
    private int _nextAsked; // the next thread to check for being dead

    internal int ThreadCount { get; private set; }

    /// <summary>Whether any thread has magazines. A hint that may be read without the lock.</summary>
    internal bool HasThreads => ThreadCount > 0;

    /// <summary>Whether a new thread might get credit. A hint that may be read without the lock.</summary>
    internal bool MayRegister => SmallCreditLeft > 0 && _creditedItems + _parts < _limits.MaxItems && !IsClosed;

    /// <summary>The items in the depot plus those that threads may hold. For tests.</summary>
    internal int ChargedItems => _items + _creditedItems;

    private int CreditLeft => _limits.MaxCreditedItems - _creditedItems;

    private int SmallCreditLeft => _limits.MaxSmallCreditedItems - _creditedItems;

    private int SmallestCredit => _limits.CreditOf(_limits.Grades - 1);

    /// <summary>Takes credit for one item, for a thread that uses this pool for the first time.</summary>
    /// <returns><see langword="false"/> if the limits do not allow that, or the pool is disposed.</returns>
    internal bool TryRegister(ThreadMagazines magazines)
    {
        if (ThreadCount == _threads.Length)
            Array.Resize(ref _threads, Math.Max(4, ThreadCount * 2)); // first, since it may run out of memory

        if (!TryRaise(magazines, 1))
            return false;

        magazines.Index = ThreadCount;
        _threads[ThreadCount++] = magazines;
        return true;
    }

    /// <summary>Adjusts the share to the number of threads, which has just grown.</summary>
    /// <returns><see langword="true"/> if some thread may now hold more than its share.</returns>
    internal bool LowerShare()
    {
        int before = _grade;
        int share = _limits.MaxCreditedItems / ThreadCount;
        while (_grade < _limits.Grades - 1 && _limits.CreditOf(_grade) > share)
            _grade++;

        if (_grade == before)
            return false;

        for (int i = 0; i < ThreadCount; i++)
        {
            if (_threads[i].Credit > _limits.CreditOf(_grade))
                return true;
        }

        return false;
    }

    /// <summary>Takes the credit for magazines that are as large as the thread's share and the remaining credit allow.</summary>
    /// <returns>The slots of all magazines together, or 0: the thread keeps only its spare item.</returns>
    internal int TakeCreditForMagazines(ThreadMagazines magazines)
    {
        int most = Math.Max(SmallestCredit, CreditLeft / 2 + 1); // a new thread leaves something for others
        for (int grade = _grade; grade < _limits.Grades; grade++)
        {
            int credit = _limits.CreditOf(grade);
            if (credit <= most && TryRaise(magazines, credit - magazines.Credit))
                return _limits.RoomOf(grade);
        }

        return 0;
    }

    /// <summary>Takes the credit for larger magazines if the thread's share allows them and enough credit is left.</summary>
    /// <returns>The slots of all magazines together, or 0: they stay as they are.</returns>
    internal int TakeCreditToGrow(ThreadMagazines magazines)
    {
        int most = CreditLeft / 2 + 1;
        for (int grade = _grade; grade < _limits.Grades && _limits.RoomOf(grade) > magazines.Room; grade++)
        {
            int more = _limits.CreditOf(grade) - magazines.Credit;
            if (more <= most && TryRaise(magazines, more))
                return _limits.RoomOf(grade);
        }

        return 0;
    }

    /// <summary>Decides how large the magazines of a thread that sees a new key may be: its share, or what is available.</summary>
    /// <returns>The slots of all magazines together, or 0; the credit for them is taken. What the thread holds beyond that moves here
    /// through <see cref="LowerCredit"/>.</returns>
    internal int SettleCredit(ThreadMagazines magazines)
    {
        int room = Math.Min(magazines.Room, _limits.RoomOf(_grade));
        for (int grade = _grade; ; grade++)
        {
            int wanted = _limits.CreditOfRoom(room) - magazines.Credit;
            if (wanted <= 0 || TryRaise(magazines, wanted))
                return room;

            if (grade >= _limits.Grades - 1)
                return 0;

            room = Math.Min(room, _limits.RoomOf(grade + 1));
        }
    }

    /// <summary>Gives back credit that a thread no longer needs.</summary>
    internal void LowerCredit(ThreadMagazines magazines, int credit)
    {
        Debug.Assert(credit <= magazines.Credit);
        _creditedItems -= magazines.Credit - credit;
        magazines.Credit = credit;
    }

    /// <summary>Takes back the credit that a thread does not use, down to what it holds plus one. Called after a process-wide barrier,
    /// while the thread has not seen the pool's current key.</summary>
    internal void Reclaim(ThreadMagazines magazines)
    {
        if (magazines.Credit <= 1 || !magazines.TryCountHeld(out int held))
            return;

        int credit = held + 1;
        if (credit < magazines.Credit)
            LowerCredit(magazines, credit);
    }

    /// <summary>Drops the coldest items until a thread could get the smallest magazines, if nothing else prevents that.</summary>
    internal void MakeRoom(ThreadMagazines magazines, ref List<object>? dropped)
    {
        int more = SmallestCredit - magazines.Credit;
        if (more > SmallCreditLeft || IsClosed)
            return;

        for (int missing = more - RoomForItems; missing > 0 && _items > 0; missing--)
        {
            object? item = TakeColdest();
            Dropped++;
            (dropped ??= []).Add(item);
        }
    }

    /// <summary>Gives back the credit of a thread whose magazines are now empty, and adds its counters to the depot's.</summary>
    internal void Unregister(ThreadMagazines magazines)
    {
        Debug.Assert(_threads[magazines.Index] == magazines && magazines.Retained == 0);
        Rented += magazines.Popped;
        Returned += magazines.Pushed;

        ThreadMagazines last = _threads[--ThreadCount];
        _threads[magazines.Index] = last;
        last.Index = magazines.Index;
        _threads[ThreadCount] = null!;
        LowerCredit(magazines, 0);

        // Rises later than it falls, so that threads that come and go do not change it all the time.
        int share = _limits.MaxCreditedItems / Math.Max(1, ThreadCount);
        while (_grade > 0 && _limits.CreditOf(_grade - 1) <= share - share / 3)
            _grade--;
    }

    internal ThreadMagazines Thread(int index) => _threads[index];

    /// <summary>Checks whether the next thread in turn is dead.</summary>
    internal ThreadMagazines? NextIfDead()
    {
        if (ThreadCount == 0)
            return null;

        _nextAsked = _nextAsked + 1 < ThreadCount ? _nextAsked + 1 : 0;
        return _threads[_nextAsked].IsDead ? _threads[_nextAsked] : null;
    }

    private bool TryRaise(ThreadMagazines magazines, int items)
    {
        int left = magazines.Credit + items <= SmallestCredit ? SmallCreditLeft : CreditLeft;
        if (items > left || items > RoomForItems)
            return false;

        _creditedItems += items;
        magazines.Credit += items;
        return true;
    }

    private object TakeColdest()
    {
        Magazine magazine = _stockedCount > 0 ? _stocked[0] : _partial!;
        object item = magazine.Pop();
        OnTaken(1);
        if (_stockedCount > 0 && magazine.Count == 0)
        {
            Array.Copy(_stocked, 1, _stocked, 0, --_stockedCount);
            _stocked[_stockedCount] = null!;
            AddSpare(magazine);
        }

        return item;
    }
}
