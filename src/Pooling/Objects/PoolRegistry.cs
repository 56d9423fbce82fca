using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>Lists the pools of the process by id: live ones weakly, disposed ones strongly until every thread has given
/// up their items.</summary>
internal static partial class PoolRegistry
{
    private static readonly Lock s_gate = new();
    private static readonly PostedAction s_adoption = new(AdoptAll);
    private static readonly PostedAction s_trim = new(TrimAll);
    private static MagazineStore? s_undrained; // a list of the pools that have ended while threads hold their items
    private static WeakReference<MagazineStore>[] s_entries = new WeakReference<MagazineStore>[16];
    private static FreeNumbers s_ids;
    private static PublishedNames? s_names; // none until somebody reads
    private static EndedPools? s_ended; // none until a pool ends

    /// <summary>Changes whenever the collector has found that a thread with magazines has ended. A slow path compares
    /// it first. A field, as each accessor would be compiled for the first pool of a process.</summary>
    internal static volatile int Epoch;

    static PoolRegistry()
    {
        PoolingDiagnostics.Changed = ApplyMode;
        LibraryThread.Start(Begin, StartTelemetry);
    }

    // A type whose first use runs out of memory is lost to the process: not those of others, when this trims because
    // memory is short. What the thread calls has no lambdas either, whose class is such a type.
    private static void Begin()
    {
        Gen2Watch.Start();
        GC.KeepAlive(new List<object>());
        GC.KeepAlive(new List<MagazineStore>());
    }

    internal static int Add(MagazineStore store)
    {
        using (LockHold.Of(s_gate))
        {
            if (s_ids.Used == s_entries.Length)
                Array.Resize(ref s_entries, s_ids.Used * 2);

            // these first, since they may run out of memory
            WeakReference<MagazineStore>? entry = s_ids.Free > 0 ? null : new WeakReference<MagazineStore>(store);
            int id = s_ids.Take();
            if (entry is not null)
                s_entries[id] = entry;
            else
                s_entries[id].SetTarget(store);

            return id;
        }
    }

    /// <summary>Frees an id. No thread may hold items under it any more.</summary>
    internal static void Remove(int id, MagazineStore store, PoolStatistics last)
    {
        using (LockHold.Of(s_gate))
        {
            bool isPublished = s_names?.Contains(store.Name) ?? false;
            (s_ended ??= new EndedPools()).Add(store.Name, last, isPublished); // first: it may run out of memory
            RemoveUndrained(store);
            s_entries[id].SetTarget(null!);
            s_ids.Give(id);
        }
    }

    internal static void KeepUntilDrained(MagazineStore store)
    {
        using (LockHold.Of(s_gate))
        {
            if (store.PreviousUndrained is not null || s_undrained == store)
                return;

            if (s_undrained is { } next)
                next.PreviousUndrained = store;

            store.NextUndrained = s_undrained;
            s_undrained = store;
        }
    }

    private static void RemoveUndrained(MagazineStore store)
    {
        (MagazineStore? previous, MagazineStore? next) = (store.PreviousUndrained, store.NextUndrained);
        if (previous is not null)
            previous.NextUndrained = next;
        else if (s_undrained == store)
            s_undrained = next;

        if (next is not null)
            next.PreviousUndrained = previous;

        store.PreviousUndrained = store.NextUndrained = null;
    }

    /// <summary>Called by finalizers: posts the adoption of what dead threads have left, and alerts every pool at its
    /// next slow path.</summary>
    internal static void OnThreadDeath()
    {
        Interlocked.Increment(ref Epoch); // pairs with the reads of slow paths
        s_adoption.PostFromFinalizer();
    }

    /// <summary>Called by a finalizer: posts a trim of every pool that is due, or of every pool if memory is
    /// short.</summary>
    internal static void OnGen2Collection() => s_trim.PostFromFinalizer();

    private static void StartTelemetry() => Telemetry.Start(Read);

    private static void AdoptAll()
    {
        FirstFault fault = default;
        foreach (MagazineStore store in Snapshot())
            fault.Try(Adopt, store);

        fault.Throw();
    }

    private static void Adopt(MagazineStore store) => store.AdoptOrphans();

    private static void TrimAll()
    {
        bool memoryIsShort = MemoryLoad.IsHigh;
        FirstFault fault = default;
        foreach (MagazineStore store in Snapshot())
            fault.Try(Trim, (store, memoryIsShort));

        fault.Throw();
    }

    private static void Trim((MagazineStore Store, bool MemoryIsShort) of) =>
        of.Store.TrimAfterCollection(of.MemoryIsShort);

    private static void ApplyMode()
    {
        FirstFault fault = default;
        foreach (MagazineStore store in Snapshot())
            fault.Try(ApplyMode, store);

        fault.Throw();
    }

    private static void ApplyMode(MagazineStore store) => store.ApplyMode();

    /// <summary>Lists the live pools, and the disposed ones whose items threads still hold.</summary>
    internal static List<MagazineStore> Snapshot()
    {
        var stores = new List<MagazineStore>();
        using (LockHold.Of(s_gate))
            CopyTo(stores);

        return stores;
    }

    /// <summary>Reads the counters of all pools, of the live ones first: there may be too many names.</summary>
    internal static List<PoolReading> Read(bool withBytes)
    {
        var ended = new List<PoolReading>();
        var stores = new List<MagazineStore>();
        using (LockHold.Of(s_gate)) // a pool is either live or ended
        {
            s_ended?.CopyTo(ended);
            CopyTo(stores);
            s_names ??= new PublishedNames();
            foreach (MagazineStore store in stores)
                s_names.Of(store.Name); // before it can end, and be counted among others
        }

        var readings = new List<PoolReading>(stores.Count + ended.Count);
        foreach (MagazineStore store in stores)
            readings.Add(store.Read(withBytes));

        readings.AddRange(ended);
        if (RentalTracking.WasUsed)
            LeakReports.CopyTo(readings);

        using (LockHold.Of(s_gate))
        {
            for (int i = 0; i < readings.Count; i++)
                readings[i] = readings[i] with { Name = s_names.Of(readings[i].Name) };
        }

        return readings;
    }

    private static void CopyTo(List<MagazineStore> stores)
    {
        for (MagazineStore? store = s_undrained; store is not null; store = store.NextUndrained)
            stores.Add(store); // its threads may have ended

        for (int id = 0; id < s_ids.Used; id++)
        {
            if (s_entries[id].TryGetTarget(out MagazineStore? store) && !store.IsDisposed)
                stores.Add(store);
        }
    }
}
