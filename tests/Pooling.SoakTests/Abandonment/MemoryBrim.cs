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
}
