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
        for (int i = 0; !LibraryThread.HasBegun; i++)
        {
            SoakException.ThrowUnless(i < 12_000, "The thread of the library did not begin.");
            Thread.Sleep(10);
        }

        SoakException.ThrowUnless(LibraryThread.Exists, "The thread of the library has ended.");
        pool.Return(pool.Get());
        InitializeTypes();
        return caught;
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

        Type[] others =
        [
            typeof(List<object>), typeof(List<MagazineStore>), typeof(List<RentalPlace>),
            typeof(EqualityComparer<(string, string)>),
        ];
        foreach (Type type in others)
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
