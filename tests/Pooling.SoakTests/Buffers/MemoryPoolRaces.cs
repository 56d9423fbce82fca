using System.Buffers;
using System.Diagnostics;
using Pooling.Buffers;
using Pooling.Diagnostics;

namespace Pooling.SoakTests.Buffers;

/// <summary>Tests four threads that start and end, rent blocks of many sizes, fill them, pass them to each other, trim, and dispose the
/// pool at the same time. No thread may see the data of another renter in its own blocks or in those that it receives, and at the end all
/// arrays are returned.</summary>
internal sealed class MemoryPoolRaces : ISoak
{
    private const int Threads = 4;
    private const int Steps = 4_000;
    private const int Slots = 16;
    private const int Limit = 1 << 20;
    private const byte Foreign = 0xDD; // the content of arrays from the array pool

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2); // reached only if something is wrong

    private readonly IMemoryOwner<byte>?[] _handed = new IMemoryOwner<byte>?[Slots];

    public string Name => "memory-pool-races";

    public string Run(int factor)
    {
        long rentals = 0;
        long refused = 0;
        int rounds = 100 * factor;
        for (int round = 0; round < rounds; round++)
        {
            var arrays = new SoakArrayPool();
            var pool = new MagazineMemoryPool(
                new MagazineMemoryPoolOptions
                {
                    ClearOnReturn = true,
                    MaxRetainedBytes = Limit,
                    MaxRetainedCapacity = 64 * 1024,
                    TrimAfter = TimeSpan.FromMilliseconds(1),
                },
                arrays);
            int end = round % 2 == 0 ? Steps / 2 : int.MaxValue; // in every second round the pool is disposed in the meantime
            Workers.Run(Threads, index => Use(pool, index, round, end, ref rentals, ref refused));
            foreach (ref IMemoryOwner<byte>? handed in _handed.AsSpan())
                Interlocked.Exchange(ref handed, null)?.Dispose();

            pool.Dispose();
            PoolStatistics statistics = pool.GetStatistics();
            SoakException.ThrowUnless(statistics.InUse == 0, $"{statistics.InUse} blocks are in use though all came back.");
            WaitForArrays(arrays);
            SoakException.ThrowUnless(pool.ChargedBytes == 0, $"{pool.ChargedBytes} bytes are charged for nothing.");
        }

        return $"{rounds} pools, {rentals:N0} rentals, {refused:N0} refused after the end, no foreign byte, every array back";
    }

    private void Use(MagazineMemoryPool pool, int index, int round, int end, ref long rentals, ref long refused)
    {
        var random = new Random((round * Threads) + index);
        byte stamp = (byte)(index + 1);
        long rented = 0;
        long late = 0;
        for (int step = 0; step < Steps; step++)
        {
            if (step == end && index == 0)
                pool.Dispose();
            else if (step % 512 == 511)
                pool.Trim();

            IMemoryOwner<byte>? owner = null;
            try
            {
                owner = pool.Rent(random.Next(10) == 0 ? random.Next(1, 100_000) : random.Next(1, 5_000));
                rented++;
                SoakException.ThrowUnless(
                    owner.Memory.Span.IndexOfAnyExcept((byte)0, Foreign) < 0, "A block shows what somebody else wrote.");
                owner.Memory.Span.Fill(stamp);
            }
            catch (ObjectDisposedException)
            {
                late++;
            }

            // The exchanged block must be complete, unless the thread that put it there lost it to another one.
            IMemoryOwner<byte>? other = Interlocked.Exchange(ref _handed[random.Next(Slots)], owner);
            if (other is null)
                continue;

            Span<byte> bytes = other.Memory.Span;
            SoakException.ThrowUnless(
                bytes[0] is >= 1 and <= Threads && bytes.IndexOfAnyExcept(bytes[0]) < 0, "A block changed on its way.");
            other.Dispose();
        }

        Interlocked.Add(ref rentals, rented);
        Interlocked.Add(ref refused, late);
    }

    /// <summary>Waits for the arrays that threads kept. They are released when the threads have ended, at the latest by a
    /// collection.</summary>
    private static void WaitForArrays(SoakArrayPool arrays)
    {
        for (var time = Stopwatch.StartNew(); arrays.Outstanding != 0 && time.Elapsed < s_patience; Thread.Sleep(1))
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            using var other = new MagazineMemoryPool();
            other.Rent().Dispose();
        }

        SoakException.ThrowUnless(arrays.Outstanding == 0, $"{arrays.Outstanding} arrays did not come back.");
    }
}
