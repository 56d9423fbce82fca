namespace Pooling.Objects;

/// <summary>Disposes items that a pool drops. Never called under a lock or by the finalizer thread, since it runs user code.</summary>
internal static class Drop
{
    private static Action<object>? s_releasing;

    /// <summary>Sets what is called with each item before it is disposed, by the one room whose items own parts of other pools.</summary>
    internal static void OnEach(Action<object> releasing) => s_releasing = releasing;

    internal static void One(object item, MagazineStore? store = null)
    {
        s_releasing?.Invoke(item);
        if (item is not IDisposable disposable)
            return;

        if (store is not null && item is IDroppable droppable && droppable.DroppedBy == store)
            droppable.Drop();
        else
            disposable.Dispose();
    }

    /// <summary>Disposes all, also if one throws; then throws what the first one threw.</summary>
    internal static void All(List<object>? items, MagazineStore? store = null)
    {
        if (items is null)
            return;

        FirstFault fault = default;
        foreach (object item in items)
            fault.Try(static work => One(work.item, work.store), (item, store));

        fault.Throw();
    }

    /// <summary>Disposes all on behalf of nobody who could be told: what an item throws is dropped with it.</summary>
    internal static void AllQuietly(List<object>? items, MagazineStore? store = null)
    {
        try
        {
            All(items, store);
        }
#pragma warning disable CA1031 // an item's own failure must not end the process from a background trim
        catch
#pragma warning restore CA1031
        {
        }
    }

    /// <summary>Disposes all on the thread pool: the calling thread is in a call that these items have nothing to do with.</summary>
    internal static void Later(List<object>? items, MagazineStore store)
    {
        if (items is null)
            return;

        foreach (object item in items)
        {
            if (item is IDisposable || s_releasing is not null)
            {
                WorkQueue.Post(static work => AllQuietly(work.items, work.store), (items, store));
                return;
            }
        }
    }
}
