#if !NETFRAMEWORK
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Microsoft.Extensions.ObjectPool;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Encodeables;

/// <content>Tests plug-ins: this assembly is loaded a second time into a context that can be unloaded. The library is the host's.</content>
public sealed partial class PooledScopeTests
{
    [Fact]
    [Trait("Category", "Gc")]
    public async Task PlugIn_OnThisThread_UnloadsAfterItsPoolsAreDisposed()
    {
        await Collector.LeaveStack();
        Collector.WaitForDeath(RunAndUnload(static work => work()));
    }

    [Fact]
    [Trait("Category", "Gc")]
    public async Task PlugIn_OnThreadsThatEnd_UnloadsAfterItsPoolsAreDisposed()
    {
        await Collector.LeaveStack();
        Collector.WaitForDeath(RunAndUnload(static work => TestThread.RunAll(4, _ => work())));
    }

    [Fact]
    [Trait("Category", "Gc")]
    public async Task PlugIn_OnAThreadThatLives_UnloadsAfterItsNextSlowPath()
    {
        await Collector.LeaveStack();
        using var living = new LivingThread();
        WeakReference context = RunOnAnotherAndUnload(living);
        living.Run(static () => UseAndDisposeAType());

        Collector.WaitForDeath(context);
    }

    // Only a rental and its return with a warm pool, which do not take a slow path by themselves.
    [Fact]
    [Trait("Category", "Gc")]
    public async Task PlugIn_OnAThreadThatUsesAWarmPoolOnly_UnloadsAfterItsNextAccess()
    {
        await Collector.LeaveStack();
        using var pool = new MagazinePool<object>(new DefaultPooledObjectPolicy<object>());
        using var living = new LivingThread();
        living.Run(() => RentTwice(pool));
        WeakReference context = RunOnAnotherAndUnload(living);
        living.Run(() => pool.Return(pool.Get()));

        Collector.WaitForDeath(context);

        static void RentTwice(MagazinePool<object> pool)
        {
            object first = pool.Get();
            object second = pool.Get();
            pool.Return(first);
            pool.Return(second);
        }
    }

    [Fact]
    [Trait("Category", "Gc")]
    public async Task PlugIn_WhileAnIdleScopeOfTheHostExists_Unloads()
    {
        await Collector.LeaveStack();
        TestThread.Run(() =>
        {
            PooledScope first = PooledScope.Begin();
            PooledScope second = PooledScope.Begin();
            first.Rent(_type);
            second.Rent(_type);
            first.Dispose(); // the next scope, which the plug-in begins
            WeakReference context = RunAndUnload(static work => work());
            Collector.WaitForDeath(context);
            second.Dispose();
        });
    }

    [Fact]
    [Trait("Category", "Gc")]
    public async Task PlugIn_WhoseConstructorAPoolOfTheHostCalls_UnloadsAfterThatIsDisposed()
    {
        await Collector.LeaveStack();
        Collector.WaitForDeath(UseAConstructorAndUnload());
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void PlugIn_SteadyState_AllocatesNothing()
    {
        AssemblyLoadContext context = NewContext();
        try
        {
            Assert.Equal(0L, Find(context, nameof(PlugIn.AllocatedByMessages)).Invoke(null, null));
        }
        finally
        {
            context.Unload();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RunAndUnload(Action<Action> run)
    {
        AssemblyLoadContext context = NewContext();
        run(Find(context, nameof(PlugIn.Work)).CreateDelegate<Action>());
        context.Unload();
        return new WeakReference(context);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference RunOnAnotherAndUnload(LivingThread living)
    {
        AssemblyLoadContext context = NewContext();
        Find(context, nameof(PlugIn.WorkOn)).CreateDelegate<Action<Action<Action>>>()(living.Run);
        context.Unload();
        return new WeakReference(context);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference UseAConstructorAndUnload()
    {
        AssemblyLoadContext context = NewContext();
        var type = (EncodeablePool)Find(context, nameof(PlugIn.NewTypeOf)).Invoke(null, [typeof(TrackedEncodeable)])!;
        using (PooledScope scope = PooledScope.Begin())
            Assert.IsType<TrackedEncodeable>(scope.Rent(type));

        type.Dispose();
        context.Unload();
        return new WeakReference(context);
    }

    private static AssemblyLoadContext NewContext() => new(nameof(PlugIn), isCollectible: true);

    private static MethodInfo Find(AssemblyLoadContext context, string method)
    {
        Type plugIn = context.LoadFromAssemblyPath(typeof(PlugIn).Assembly.Location).GetType(typeof(PlugIn).FullName!, throwOnError: true)!;
        Assert.NotSame(typeof(PlugIn), plugIn);
        return plugIn.GetMethod(method)!;
    }
}
#endif
