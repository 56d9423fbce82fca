#if !NETFRAMEWORK
using System.Runtime.CompilerServices;
using Pooling.Buffers;

namespace Pooling.Encodeables;

/// <summary>The code of a plug-in that uses pools. A test loads this assembly a second time and calls it there, so that all types belong to
/// the plug-in.</summary>
public static class PlugIn
{
    /// <summary>Rents in all ways on the calling thread, then disposes the pools.</summary>
    public static void Work() => WorkOn(static work => work());

    /// <summary>Rents in all ways on a thread of the caller, then disposes the pools on the calling thread.</summary>
    /// <param name="run">Runs an action on that thread, and waits for it.</param>
    public static void WorkOn(Action<Action> run)
    {
        EncodeablePool<TrackedEncodeable> byFunction = EncodeablePool.Create(static () => new TrackedEncodeable());
        EncodeablePool<PlugInItem> byPolicy = EncodeablePool.Create<PlugInItem, PlugInItem.Policy>();
        run(() =>
        {
            for (int message = 0; message < 3; message++)
                UseBoth(byFunction, byPolicy);
        });

        byFunction.Dispose();
        byPolicy.Dispose();
    }

    /// <summary>Creates a pool whose class belongs to the caller, and whose constructor belongs to the plug-in.</summary>
    /// <param name="host">A class of the host.</param>
    public static object NewTypeOf(Type host) =>
        typeof(PlugIn).GetMethod(nameof(NewType),
            System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Static)!.MakeGenericMethod(host).Invoke(null, null)!;

    /// <summary>Returns the bytes that messages of the plug-in's own class allocate once they are warm.</summary>
    public static long AllocatedByMessages()
    {
        using EncodeablePool<PlugInItem> type = EncodeablePool.Create<PlugInItem, PlugInItem.Policy>();
        for (int i = 0; i < 100; i++)
            UseOne(type);

        long least = long.MaxValue;
        for (int run = 0; run < 10 && least > 0; run++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            for (int i = 0; i < 1000; i++)
                UseOne(type);

            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }

    private static EncodeablePool NewType<T>() where T : class, IPooledEncodeable, new() => EncodeablePool.Create(static () => new T());

    private static void UseOne(EncodeablePool<PlugInItem> type)
    {
        using PooledScope scope = PooledScope.Begin();
        PooledArray<PlugInItem> items = scope.RentArray<PlugInItem>(20);
        foreach (ref PlugInItem item in items.Span)
            item = scope.Rent(type);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void UseBoth(EncodeablePool<TrackedEncodeable> byFunction, EncodeablePool<PlugInItem> byPolicy)
    {
        PooledRef<TrackedEncodeable> kept;
        using (PooledScope scope = PooledScope.Begin())
        {
            for (int i = 0; i < 100; i++)
                scope.Rent(byPolicy);

            TrackedEncodeable parent = scope.Rent(byFunction);
            parent.Child = scope.Rent(byFunction);
            parent.Children = scope.RentArray<TrackedEncodeable>(20);
            scope.RentArray<List<PlugInItem[]>>(5);
            kept = scope.Detach(parent);
        }

        kept.Dispose();
        TrackedEncodeable bare = byFunction.RentUnchecked();
        bare.Children = EncodeablePool.RentArray<TrackedEncodeable>(3);
        byFunction.TryReturn(bare);
    }

    private sealed class PlugInItem : IPooledEncodeable
    {
        private EncodeableState _poolState;

        ref EncodeableState IPooledEncodeable.PoolState => ref _poolState;

        void IPooledEncodeable.Reset()
        {
        }

        void IPooledEncodeable.VisitNested(ref NestedVisitor nested)
        {
        }

        internal readonly struct Policy : IEncodeablePolicy<PlugInItem>
        {
            public bool HasNested => false;

            public PlugInItem Create() => new();

            public ref EncodeableState StateOf(PlugInItem item) => ref item._poolState;

            public void Reset(PlugInItem item)
            {
            }

            public void VisitNested(PlugInItem item, ref NestedVisitor nested)
            {
            }
        }
    }
}
#endif
