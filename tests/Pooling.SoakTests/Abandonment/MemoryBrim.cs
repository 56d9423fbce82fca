using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;
using Pooling.SoakTests.Objects;

namespace Pooling.SoakTests.Abandonment;

/// <summary>A program that catches OutOfMemory and goes on, with a pool beside it or without. It runs with a hard limit
/// of the heap.</summary>
internal static class MemoryBrim
{
    private const int Rounds = 8;

    // Of other libraries: what the thread of the library uses when memory is short.
    private static readonly Type[] s_usedTypes =
    [
        typeof(List<object>), typeof(List<MagazineStore>), typeof(List<RentalPlace>),
        typeof(EqualityComparer<(string, string)>),
    ];

    /// <returns>The number of times that there was no memory.</returns>
    internal static int Run(bool hasPool)
    {
        MagazinePool<SoakItem>? pool = hasPool ? new(new SoakItemPolicy()) : null;
        pool?.Return(pool.Get());
        GC.Collect(); // the runtime itself cannot run any finalizer for the first time without memory
        GC.WaitForPendingFinalizers();
        Thread.Sleep(20);
        int caught = 0;
        var held = new List<byte[]>(1_000_000);
        for (int round = 0; round < Rounds; round++)
        {
            foreach (int size in new[] { 1 << 20, 1 << 14 })
            {
                try
                {
                    while (true)
                        held.Add(new byte[size]);
                }
                catch (OutOfMemoryException)
                {
                    caught++;
                }
            }

            Thread.Sleep(20); // at the brim, while finalizers of the last collections run
            held.Clear();
        }

        pool?.Return(pool.Get());
        return caught;
    }

    /// <summary>Fills the memory a moment after the first rental, while the thread of the library begins.</summary>
    /// <param name="pause">The moment in milliseconds.</param>
    /// <param name="loses">Whether leases are lost, which the thread reports.</param>
    /// <returns>The number of times that there was no memory.</returns>
    internal static int RunAtOnce(int pause, bool loses)
    {
        GC.Collect(); // as above
        GC.WaitForPendingFinalizers();
        using var pool = new MagazinePool<SoakItem>(new SoakItemPolicy());
        pool.Return(pool.Get());
        if (loses)
            Lose();

        Thread.Sleep(pause);
        int caught = Fill();
        GC.Collect(); // the thread waits while memory is full, with garbage or without
        WaitUntilBegun();
        SoakException.ThrowUnless(LibraryThread.Exists, "The thread of the library has ended.");
        pool.Return(pool.Get());
        InitializeTypes();
        return caught;
    }

    /// <summary>Tests that the types which a report or a trim uses without memory are initialized before the first
    /// one.</summary>
    /// <returns>The number of these types.</returns>
    internal static int CheckPreparation()
    {
        PoolingDiagnostics.LeakInterval = 1;
        PoolingDiagnostics.Mode = PoolingMode.Leaks;
        using var pool = new LeasePool<SoakItem>(new SoakItemPolicy());
        using PooledLease<SoakItem> lease = pool.Rent();
        WaitUntilBegun();
        Initialize(typeof(List<MemoryStream>)); // the first call needs memory itself
        SoakException.ThrowUnless(Initialize(typeof(List<PostFaults>)) > 0, "A type that nobody uses had been used.");
        foreach (Type type in s_usedTypes)
            SoakException.ThrowUnless(Initialize(type) == 0, $"{type} is not initialized before the first report.");

        return s_usedTypes.Length;
    }

    private static void WaitUntilBegun()
    {
        for (int i = 0; !LibraryThread.HasBegun; i++)
        {
            SoakException.ThrowUnless(i < 12_000, "The thread of the library did not begin.");
            Thread.Sleep(10);
        }
    }

    /// <returns>The bytes that the initialization has allocated; 0 if the type was initialized.</returns>
    private static long Initialize(Type type)
    {
        RuntimeTypeHandle handle = type.TypeHandle;
        long before = GC.GetAllocatedBytesForCurrentThread();
        RuntimeHelpers.RunClassConstructor(handle);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // no frame keeps the leases
    private static void Lose()
    {
        PoolingDiagnostics.LeakInterval = 1;
        PoolingDiagnostics.Mode = PoolingMode.Leaks;
        var pool = new LeasePool<SoakItem>(new SoakItemPolicy());
        for (int i = 0; i < 10; i++)
            pool.Rent();
    }

    // A type whose first use ran out of memory cannot be used again: this throws then.
    private static void InitializeTypes()
    {
        foreach (Type type in typeof(MagazineStore).Assembly.GetTypes())
        {
            if (!type.ContainsGenericParameters)
                RuntimeHelpers.RunClassConstructor(type.TypeHandle);
        }

        foreach (Type type in s_usedTypes)
            RuntimeHelpers.RunClassConstructor(type.TypeHandle);
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)] // no frame keeps the list
    private static int Fill()
    {
        int caught = 0;
        var held = new List<byte[]>(1_000_000);
        foreach (int size in new[] { 1 << 20, 1 << 14, 1 << 10, 64 })
        {
            try
            {
                while (true)
                    held.Add(new byte[size]);
            }
            catch (OutOfMemoryException)
            {
                caught++;
            }
        }

        Thread.Sleep(60);
        held.Clear();
        return caught;
    }
}
