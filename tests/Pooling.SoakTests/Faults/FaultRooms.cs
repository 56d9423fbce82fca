using System.Diagnostics;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Diagnostics;
using Pooling.Encodeables;
using Pooling.Json;
using Pooling.Objects;
using Pooling.Queues;
using Pooling.SoakTests.Objects;

namespace Pooling.SoakTests.Faults;

/// <summary>The pools of one run, over one array pool and with one plan of faults.</summary>
internal sealed class FaultRooms
{
    private const int OneFaultIn = 150;

    private static readonly TimeSpan s_trimAfter = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2); // reached only if something is wrong
    private static readonly ManualResetEvent s_never = new(initialState: false);

    [ThreadStatic]
    private static Random? t_random;

    private volatile bool _isQuiet;

    internal FaultRooms()
    {
        Plan = new FaultPlan { Choose = _ => _isQuiet ? null : Choose() };
        Arrays = new FaultArrayPool(Plan);
        Writers = new BufferWriterPool(
            new BufferWriterPoolOptions { MaxRetainedCapacity = 64 * 1024, MaxRetainedBytes = 1 << 20, TrimAfter = s_trimAfter },
            Arrays);
        Json = new Utf8JsonWriterPool(arrayPool: Arrays);
        Memory = new MagazineMemoryPool(
            new MagazineMemoryPoolOptions { MaxRetained = 20, MaxRetainedCapacity = 16 * 1024, TrimAfter = s_trimAfter }, Arrays);
        Policy = new FaultItemPolicy(Plan);
        Items = new MagazinePool<SoakItem>(Policy, new PoolOptions { MaxRetained = 20, TrimAfter = s_trimAfter });
        Leases = new LeasePool<SoakItem>(Policy, new PoolOptions { MaxRetained = 20, TrimAfter = s_trimAfter });
        Parts = EncodeablePool.Create(() => new FaultPart(Plan));
    }

    internal FaultPlan Plan { get; }

    internal FaultArrayPool Arrays { get; }

    internal BufferWriterPool Writers { get; }

    internal Utf8JsonWriterPool Json { get; }

    internal MagazineMemoryPool Memory { get; }

    internal FaultItemPolicy Policy { get; }

    internal MagazinePool<SoakItem> Items { get; }

    internal LeasePool<SoakItem> Leases { get; }

    internal EncodeablePool<FaultPart> Parts { get; }

    internal RingChannel<long> Channel { get; } = new(new BoundedChannelOptions(64));

    internal void EndFaults() => _isQuiet = true;

    /// <summary>Disposes all pools, and throws if anything was lost.</summary>
    internal void Close()
    {
        Expect(Writers.GetStatistics(), "writers");
        Expect(Json.GetStatistics(), "JSON writers");
        Expect(Memory.GetStatistics(), "blocks");
        Expect(Items.GetStatistics(), "items");
        Expect(Leases.GetStatistics(), "leases");
        Writers.Dispose();
        Json.Dispose();
        Memory.Dispose();
        Items.Dispose();
        Leases.Dispose();
        Parts.Dispose();
        for (var time = Stopwatch.StartNew();
            (Arrays.Out != 0 || Policy.Undisposed != Policy.LostHere) && time.Elapsed < s_patience;
            Thread.Sleep(1))
        {
            // Items that threads kept are released when the threads have ended, at the latest by a collection.
            GC.Collect();
            GC.WaitForPendingFinalizers();
            using var other = new MagazineMemoryPool();
            other.Rent().Dispose();
        }

        SoakException.ThrowUnless(Arrays.Out == 0, $"{Arrays.Out} arrays are lost.");
        SoakException.ThrowUnless(
            Policy.Undisposed == Policy.LostHere,
            $"{Policy.Undisposed} items were never disposed, {Policy.LostHere} of them lost by the policy.");
    }

    private static void Expect(PoolStatistics statistics, string what) =>
        SoakException.ThrowUnless(statistics.InUse == 0, $"{statistics.InUse} {what} are in use though all came back.");

    private static FaultMoment? Choose()
    {
        Random random = t_random ??= new Random(Environment.CurrentManagedThreadId);
        if (random.Next(8) == 0)
            s_never.WaitOne(0); // an interrupt may end the call here, before or after its work, as in the locks of the shared array pool

        return random.Next(OneFaultIn) switch { 0 => FaultMoment.Before, 1 => FaultMoment.After, _ => null };
    }
}
