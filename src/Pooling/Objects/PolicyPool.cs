using System.Runtime.CompilerServices;
using Pooling.Diagnostics;

namespace Pooling.Objects;

/// <summary>Combines a store with its policy: the typed core that pools of every namespace embed.</summary>
/// <typeparam name="T">The item type.</typeparam>
/// <typeparam name="TPolicy">The policy, a struct so that its calls are direct.</typeparam>
#pragma warning disable CA1001 // the pool that embeds this disposes it
internal readonly struct PolicyPool<T, TPolicy>
    where T : class
    where TPolicy : struct, IItemPolicy<T>
#pragma warning restore CA1001
{
    private readonly TPolicy _policy;
    internal readonly MagazineStore Store;

    /// <summary>Kept alive through every slow path, so that the pool does not count as abandoned during its last
    /// call.</summary>
    internal readonly StoreLifetime Lifetime;

    internal PolicyPool(TPolicy policy, StoreOptions options)
    {
        _policy = policy;
        Store = new MagazineStore(typeof(T).Name, options);
        Lifetime = new StoreLifetime(Store);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal T Get()
    {
        object? item = Store.TryPop();
        return item is null ? GetSlow() : Unsafe.As<T>(item);
    }

    /// <summary>Resets an item and keeps it, or drops it. If the reset throws, the item is dropped and the exception is
    /// thrown to the caller.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Return(T item)
    {
        // the handler's variable lives on the stack; keep the caller's in a register if this is inlined
        T refused = item;
        bool keep = false;
        try
        {
            keep = _policy.Reset(item);
        }
        finally
        {
            if (!keep)
                Refuse(refused);
        }

        if (keep && !Store.TryPush(item))
            ReturnSlow(item);
    }

    internal void GetMany(Span<T> items)
    {
        int taken = Store.PopMany(items);
        if (taken < items.Length)
            CreateMany(items, taken);

        GC.KeepAlive(Lifetime);
    }

    internal void ReturnMany(ReadOnlySpan<T> items)
    {
        var result = default(BulkReturn);
        while (true)
        {
            int kept = ResetRun(items, ref result);
            Store.PushMany(items[..kept], ref result);
            if (kept == items.Length)
                break;

            if (Store.TryCountDropped(DropReason.Failed, items[kept], ref result))
                result.Drop(items[kept]);

            items = items[(kept + 1)..];
        }

        GC.KeepAlive(Lifetime);
        result.Complete();
    }

    /// <returns>The number of leading items to keep. The next item, if any, was refused or its reset threw.</returns>
    private int ResetRun(ReadOnlySpan<T> items, ref BulkReturn result)
    {
        int kept = 0;
        try
        {
            _policy.ResetRun(items, ref kept);
        }
        catch (Exception exception)
        {
            result.Fail(exception);
        }

        return kept;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private T GetSlow()
    {
        T item = Store.PopSlow() is { } used ? Unsafe.As<T>(used) : CreateCounted();
        if (Store.Mode != PoolingMode.Off)
            Store.NoteRented(item);

        GC.KeepAlive(Lifetime);
        return item;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ReturnSlow(T item)
    {
        if (!Store.PushSlow(item))
            Drop.One(item);

        GC.KeepAlive(Lifetime);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Refuse(T item)
    {
        Store.CountDropped(DropReason.Failed, item);
        Drop.One(item);
    }

    private T CreateCounted()
    {
        T? item = null;
        try
        {
            item = _policy.Create();
        }
        finally
        {
            if (item is null)
                Store.CountNotCreated();
        }

        if (item is null)
        {
            Throw.InvalidOperation(
                $"The policy of pool '{Store.Name}' returned null from Create; it must return an item.");
        }

        return item;
    }

    private void CreateMany(Span<T> items, int taken)
    {
        int next = taken;
        try
        {
            while (next < items.Length)
            {
                T item = CreateCounted();
                if (Store.Mode != PoolingMode.Off)
                    Store.NoteRented(item);

                items[next++] = item;
            }
        }
        catch
        {
            // The failed one is already uncounted. The others go back as they are, since nobody has used them.
            Store.CountNotCreated(items.Length - next - 1);
            var result = default(BulkReturn);
            try
            {
                Store.PushMany<T>(items[..next], ref result);
            }
            finally
            {
                items.Clear();
                result.CompleteQuietly();
            }

            throw;
        }
    }
}
