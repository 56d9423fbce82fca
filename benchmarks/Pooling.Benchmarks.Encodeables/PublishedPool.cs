using Pooling.Benchmarks.Objects;

namespace Pooling.Benchmarks.Encodeables;

/// <summary>The published pool. It scans its slots, and each item has a sentinel, so that only the first of several returns
/// counts.</summary>
internal sealed class PublishedPool<T>(Func<T> create) where T : PublishedEncodeable
{
    private readonly ScanPool<T> _pool = new(create);

    internal T Rent(uint handle = 0)
    {
        T item = _pool.Get();
        Volatile.Write(ref item.InUse, 1); // pairs with the compare-and-swap in Return
        item.Handle = handle;
        return item;
    }

    /// <returns>The handle, which is read before the item is reset.</returns>
    internal uint Return(T item)
    {
        uint handle = item.Handle;
        if (Interlocked.CompareExchange(ref item.InUse, 0, 1) == 1)
        {
            item.Reset();
            _pool.Return(item);
        }

        return handle;
    }
}

/// <summary>The base class of published items.</summary>
public abstract class PublishedEncodeable
{
    internal int InUse;

    /// <summary>Gets or sets the client handle; for a container, its sequence number.</summary>
    internal uint Handle { get; set; }

    internal virtual void Reset() => Handle = 0;
}

/// <summary>A published item of 104 bytes.</summary>
internal sealed class PublishedItem : PublishedEncodeable
{
    internal DataValue Value;
    internal DiagnosticInfo? Diagnostics;
    internal object? Message;
    internal object? Owner;
    internal object? Tag;

    internal override void Reset() => (Handle, Value, Diagnostics, Message, Owner, Tag) = (0, default, null, null, null, null);
}

/// <summary>A published event of 48 bytes.</summary>
internal sealed class PublishedEvent : PublishedEncodeable
{
    internal Variant[] Fields = [];
    internal object? Message;
    internal object? Owner;

    internal override void Reset() => (Handle, Fields, Message, Owner) = (0, [], null, null);
}

/// <summary>A published container of 40 bytes, without its array and items.</summary>
internal class PublishedList<T> : PublishedEncodeable where T : PublishedEncodeable
{
    internal T[] Items = [];
    internal DateTime PublishTime;

    internal override void Reset() => (Handle, Items, PublishTime) = (0, [], default);
}

/// <summary>A published container of 80 bytes, without its array and items.</summary>
internal sealed class PublishedDataChange : PublishedList<PublishedItem>
{
    internal DiagnosticInfo[] DiagnosticInfos = [];
    internal bool MoreNotifications;
    internal IReadOnlyList<string?>? StringTable;
    internal object? Tag;
    internal object? Owner;

    internal override void Reset() =>
        (Handle, Items, PublishTime, DiagnosticInfos, MoreNotifications, StringTable, Tag, Owner) =
        (0, [], default, [], false, null, null, null);
}
