using System.Runtime.ExceptionServices;

namespace Pooling.Objects;

/// <summary>Collects what remains to be done after a bulk return: the items to drop, and the first exception.</summary>
internal struct BulkReturn
{
    private List<object>? _dropped;
    private Exception? _first;

    /// <summary>Drops an item at the end; now, if there is no memory to keep it until then. Called without a
    /// lock.</summary>
    internal void Drop(object item)
    {
        try
        {
            Allocations.Failing?.Invoke();
            (_dropped ??= []).Add(item);
        }
        catch (OutOfMemoryException)
        {
            DropNow(item);
        }
    }

    /// <summary>Drops the items of a run of slots that are not null, and clears them.</summary>
    internal void DropAll(Span<MagazineSlot> slots)
    {
        foreach (ref MagazineSlot slot in slots)
        {
            if (slot.Item is { } item)
                Drop(item);

            slot.Item = null;
        }
    }

    internal void Fail(Exception exception) => _first ??= exception;

    /// <summary>Drops the items, then throws the first exception if there was one.</summary>
    internal void Complete()
    {
        if (_dropped is not null || _first is not null)
            CompleteSlow();
    }

    /// <summary>Drops the items for a caller that already gets another exception.</summary>
    internal readonly void CompleteQuietly() => Objects.Drop.AllQuietly(_dropped);

    private void DropNow(object item)
    {
        try
        {
            Objects.Drop.One(item);
        }
        catch (Exception exception)
        {
            Fail(exception);
        }
    }

    private void CompleteSlow()
    {
        try
        {
            Objects.Drop.All(_dropped);
        }
        catch (Exception exception)
        {
            Fail(exception);
        }

        if (_first is not null)
            ExceptionDispatchInfo.Capture(_first).Throw();
    }
}
