using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <content>Several items in one call: one lock at most, and bulk copies. A run is a span of references, or of structs
/// that wrap one.</content>
internal sealed partial class MagazineStore
{
    /// <summary>Takes up to as many items as the span holds.</summary>
    /// <returns>The number of items taken. The caller creates the rest, which is already counted.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    internal int PopMany<T>(Span<T> items) where T : class => Pop(items, createsRest: true);

    /// <summary>Takes items from the calling thread's magazine only.</summary>
    /// <returns>The number of items taken. If 0, continue with <see cref="PopSlotsSlow"/>.</returns>
    internal int PopSlots(Span<MagazineSlot> items)
    {
        ThreadMagazine? own = FindActive();
        return own is not null ? own.PopRun(items) : 0;
    }

    /// <summary>Takes items from anywhere in the pool. Nothing is to be created for the rest.</summary>
    /// <returns>The number of items taken. If 0, continue with <see cref="PopSlow"/>.</returns>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal int PopSlotsSlow(Span<MagazineSlot> items) => Pop(items, createsRest: false);

    /// <summary>Keeps as many items as fit, and collects the others. All are counted as returned.</summary>
    internal void PushMany<T>(ReadOnlySpan<T> items, ref BulkReturn result)
    {
        Work.TrimIfDue(ref result);
        if (Mode != PoolingMode.Off && this.NoteReturned(items, ref result))
            return;

        ThreadMagazine? own = Attach(isReturn: true);
        if (own is not null)
        {
            own.TryGrow(items.Length);
            items = items[own.PushRun(items)..];
        }

        if (items.Length == 0)
            return;

        List<object>? dropped = null;
        int kept;
        using (_depot.Enter())
            kept = PushLocked(own, items, ref dropped);

        if (dropped is not null)
            Drop.Later(dropped, this);

        if (kept == items.Length)
            return;

        ReportLimit();
        foreach (ref readonly T item in items[kept..])
            result.Drop(ReferenceSpan.Slot<T, MagazineSlot>(ref Unsafe.AsRef(in item)).Item!);
    }

    /// <summary>Does the same for a run of slots, which are null afterwards, and which the calling thread's magazine
    /// usually has room for.</summary>
    internal void PushSlots(Span<MagazineSlot> items, ref BulkReturn result)
    {
        ThreadMagazine? own = FindActive();
        int pushed = own is not null ? own.PushRun<MagazineSlot>(items) : 0;
        if (pushed < items.Length)
            PushMany<MagazineSlot>(items[pushed..], ref result);

        items.Clear();
    }

    /// <summary>Fills runs from the depot, one after the other. Nothing is to be created for the rest.</summary>
    /// <returns>The number of items taken.</returns>
    internal int PopRuns<TRuns>(TRuns runs) where TRuns : struct, ISlotRuns
    {
        Work.TrimIfDue();
        using (_depot.Enter())
        {
            _depot.Exchanges++;
            int taken = 0;
            for (int i = 0; i < runs.Count && _depot.Count > 0; i++)
                taken += _depot.Take(runs[i]);

            _depot.Rented += taken;
            return taken;
        }
    }

    /// <summary>Does what <see cref="PushSlots"/> does for several runs, with one lock at most.</summary>
    internal void PushRuns<TRuns>(TRuns runs, ref BulkReturn result) where TRuns : struct, ISlotRuns
    {
        Work.TrimIfDue(ref result);
        if (Mode != PoolingMode.Off)
        {
            for (int i = 0; i < runs.Count; i++)
                PushSlots(runs[i], ref result);

            return;
        }

        ThreadMagazine? own = Attach(isReturn: true);
        int kept = own is null || runs.Count == 0 ? 0 : own.PushRun<MagazineSlot>(runs[0]);
        List<object>? dropped = null;
        bool keptAll = true;
        using (_depot.Enter())
        {
            BeginGiving(own, ref dropped);
            for (int i = 0; i < runs.Count; i++)
            {
                kept += GiveLocked<MagazineSlot>(runs[i][kept..]);
                runs[i][..kept].Clear();
                keptAll &= kept == runs[i].Length;
                kept = 0;
            }
        }

        if (dropped is not null)
            Drop.Later(dropped, this);

        if (keptAll)
            return;

        ReportLimit();
        for (int i = 0; i < runs.Count; i++)
            result.DropAll(runs[i]);
    }

    private int Pop<T>(Span<T> items, bool createsRest)
    {
        Work.TrimIfDue();
        ThreadMagazine? own = Attach();
        if (_disposed)
            Throw.ObjectDisposed(_ownerName);

        int taken = own is not null ? own.PopRun(items) : 0;
        if (taken == items.Length)
            return taken;

        List<object>? dropped = null;
        using (_depot.Enter())
            taken += PopLocked(own, items[taken..], createsRest, ref dropped);

        if (dropped is not null)
            Drop.Later(dropped, this);

        if (createsRest && Mode != PoolingMode.Off)
            this.NoteRented<T>(items[..taken]);

        return taken;
    }

    // Methods of their own, since the bulk copies are slower within the region of the lock.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int PopLocked<T>(ThreadMagazine? own, Span<T> items, bool createsRest, ref List<object>? dropped)
    {
        _depot.Exchanges++;
        if (_depot.Count == 0 && _depot.Threads.Count > (own is null ? 0 : 1)) // as for one item
            AdoptSomeDead(ref dropped);

        int taken = 0;
        if (own is not null && FindActive() == own)
        {
            own.ExchangedTrims = _trims;
            if (items.Length < _perThread / 2) // otherwise straight from the depot
            {
                own.Replenish(_depot, items.Length);
                taken = own.PopRun(items);
            }
        }

        int more = _depot.Take(items[taken..]);
        _depot.Rented += more;
        taken += more;
        if (createsRest)
            CountCreating(items.Length - taken);

        return taken;
    }

    /// <returns>The number of items that were kept, the first ones.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int PushLocked<T>(ThreadMagazine? own, ReadOnlySpan<T> items, ref List<object>? dropped)
    {
        BeginGiving(own, ref dropped);
        int pushed = 0;
        if (own is not null && FindActive() == own)
        {
            own.ExchangedTrims = _trims;
            if (items.Length < _perThread / 2) // otherwise straight to the depot
            {
                own.Unload(_depot);
                pushed = own.PushRun(items);
            }
        }

        return pushed + GiveLocked(items[pushed..]);
    }

    /// <summary>Gives items to the depot. The caller drops those for which there was no room, without the
    /// lock.</summary>
    /// <returns>The number of items that it has taken, the first ones.</returns>
    private int GiveLocked<T>(ReadOnlySpan<T> items)
    {
        _depot.Returned += items.Length;
        int added = _depot.Add(items);
        _depot.Dropped.Add(items.Length - added, _depot.ReasonOfNoRoom);
        return added;
    }
}
