using System.Runtime.ExceptionServices;

namespace Pooling.Objects;

/// <summary>Disposes items that a pool drops. Runs user code, so it is never called under a lock or on the finalizer
/// thread.</summary>
internal static class Drop
{
    private static Action<object>? s_releasing;

    /// <summary>Sets an action to call with each item before it is disposed. Set by Encodeables, whose items own parts
    /// of other pools.</summary>
    internal static void OnEach(Action<object> releasing) => s_releasing = releasing;

    internal static void One(object item, MagazineStore? store = null)
    {
        try
        {
            s_releasing?.Invoke(item); // throws without memory
        }
        finally
        {
            if (store is not null && item is IDroppable droppable && droppable.DroppedBy == store)
                droppable.Drop();
            else if (item is IDisposable disposable)
                disposable.Dispose();
        }
    }

    /// <summary>Disposes all items even if some throw, then throws the first exception.</summary>
    internal static void All(List<object>? items, MagazineStore? store = null)
    {
        if (items is null)
            return;

        Exception? first = null;
        foreach (object item in items)
        {
            try
            {
                One(item, store);
            }
#pragma warning disable CA1031 // rethrown below
            catch (Exception exception)
#pragma warning restore CA1031
            {
                first ??= exception;
            }
        }

        if (first is not null)
            ExceptionDispatchInfo.Capture(first).Throw();
    }

    /// <summary>Disposes all items where no caller can handle exceptions: they are discarded.</summary>
    internal static void AllQuietly(List<object>? items, MagazineStore? store = null)
    {
        try
        {
            All(items, store);
        }
#pragma warning disable CA1031 // a failing item must not end the process from a background trim
        catch
#pragma warning restore CA1031
        {
        }
    }

    /// <summary>Disposes the items of a trim, and reports it.</summary>
    internal static void Trimmed(List<object> items, MagazineStore store, bool quietly)
    {
        try
        {
            if (!quietly)
                All(items, store);
            else if (!store.IsAbandoned)
                AllQuietly(items, store);
        }
        finally
        {
            store.ReportTrim(items);
        }
    }

    /// <summary>Disposes all items on the thread pool, because the calling thread's current call has nothing to do with
    /// them. Those of a pool that was collected are left to their own finalizers.</summary>
    internal static void Later(List<object>? items, MagazineStore store)
    {
        if (items is null || store.IsAbandoned)
            return;

        foreach (object item in items)
        {
            if (item is IDisposable || s_releasing is not null)
            {
                store.Work.DropLater(items);
                return;
            }
        }
    }
}
