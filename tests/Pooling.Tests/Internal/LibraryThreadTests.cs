#if !NETFRAMEWORK
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Microsoft.Extensions.ObjectPool;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Internal;

public sealed class LibraryThreadTests
{
    /// <summary>Checks that the library can be unloaded although its first pool starts a thread.</summary>
    /// <param name="begins">Whether the thread has begun before that.</param>
    /// <param name="disposes">Whether the pool is disposed.</param>
    [Theory]
    [Trait("Category", "Gc")]
    [InlineData(false, false)]
    [InlineData(false, true)]
    [InlineData(true, false)]
    [InlineData(true, true)]
    public async Task Library_InACollectibleContext_IsUnloaded(bool begins, bool disposes)
    {
        await Collector.LeaveStack();
        WeakReference context = UseAPoolAndUnload(begins, disposes);

        Collector.WaitForDeath(context);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference UseAPoolAndUnload(bool begins, bool disposes)
    {
        var context = new AssemblyLoadContext(nameof(LibraryThreadTests), isCollectible: true);
        Assembly library = context.LoadFromAssemblyPath(typeof(MagazinePool).Assembly.Location);
        Assert.NotSame(typeof(MagazinePool).Assembly, library);
        MethodInfo create = library.GetType(typeof(MagazinePool).FullName!, throwOnError: true)!.GetMethods()
            .Single(static method => method.Name == nameof(MagazinePool.Create) && method.GetParameters().Length == 2);
        TestThread.Run(() =>
        {
            var pool = (ObjectPool<object>)create.MakeGenericMethod(typeof(object)).Invoke(null, [null, null])!;
            object[] items = [pool.Get(), pool.Get(), pool.Get()];
            Array.ForEach(items, pool.Return);
            Assert.Contains(pool.Get(), items);
            if (begins)
                Thread.Sleep(200);

            if (disposes)
                ((IDisposable)pool).Dispose();
        });
        context.Unload();
        return new WeakReference(context);
    }
}
#endif
