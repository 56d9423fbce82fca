using Pooling.Queues;

namespace Pooling.SoakTests.Exploration;

/// <summary>A ring and the program of each thread. The last thread empties it at the end.</summary>
internal sealed class Scenario(string name, int capacity, Func<SeededFault, IExploredRing> create, params RingOperation[][] programs)
{
    internal string Name => name;

    internal int Capacity => capacity;

    internal RingOperation[][] Programs => programs;

    internal IExploredRing Create(SeededFault fault) => create(fault);

    internal static Scenario Spsc(string name, int capacity, long start, params RingOperation[][] programs) => new(
        $"SPSC {name}",
        capacity,
        fault => new ExploredRing<SpscRing<long, ExploredRingAtomics>>(new(capacity, start, LimitOf(capacity, fault)),
            RingStorage.SlotsFor<long>(capacity), static (ref ring, out item) => ring.TryPeek(out item)),
        programs);

    internal static Scenario Mpsc(string name, int capacity, long start, params RingOperation[][] programs) => new(
        $"MPSC {name}",
        capacity,
        fault => new ExploredRing<MpscRing<long, ExploredRingAtomics>>(new(capacity, start, LimitOf(capacity, fault)),
            RingStorage.SlotsFor<long>(capacity), static (ref ring, out item) => ring.TryPeek(out item)),
        programs);

    internal static Scenario Mpmc(string name, int capacity, long start, params RingOperation[][] programs) => new(
        $"MPMC {name}",
        capacity,
        fault => new ExploredRing<MpmcRing<long, ExploredRingAtomics>>(new(capacity, start, LimitOf(capacity, fault)),
            RingStorage.SlotsFor<long>(capacity), static (ref ring, out item) => throw new NotSupportedException()),
        programs);

    private static int LimitOf(int capacity, SeededFault fault) => fault.Kind == Fault.LimitOffByOne ? capacity + 1 : capacity;
}
