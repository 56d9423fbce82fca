using System.Diagnostics;
using Pooling.Queues;
using Pooling.SoakTests.Exploration;
using static Pooling.SoakTests.Exploration.RingOperation;

namespace Pooling.SoakTests.Queues;

/// <summary>Tests recorded histories of queues. Each call of a thread is recorded with the time of its call and return, and some order of
/// the calls must explain all results.</summary>
/// <remarks>See M. Herlihy and J. Wing, "Linearizability: A Correctness Condition for Concurrent Objects" (TOPLAS 1990). The
/// single-producer queue is not included: none of its calls has a locked instruction, so the fences of the test would order most of
/// them.</remarks>
internal sealed class QueueHistories : ISoak
{
    private const int Rounds = 5_000;
    private const int Capacity = 2;

    private static readonly RingOperation[][] s_mpsc =
        [[Enqueue(1), Enqueue(2), Enqueue(3)], [Enqueue(4), Enqueue(5), Enqueue(6)], [Dequeue, Peek, Dequeue, Dequeue, Dequeue]];
    private static readonly RingOperation[][] s_mpmc =
        [[Enqueue(1), Dequeue, Enqueue(2)], [Enqueue(3), Enqueue(4), Dequeue], [Dequeue, Enqueue(5), Dequeue]];

    public string Name => "histories";

    public string Run(int factor)
    {
        long operations = 0;
        operations += Record(factor * Rounds, s_mpsc,
            static start =>
                new Subject<MpscRing<long, ProcessorAtomics>>(new(Capacity, start), static (ref ring, out item) => ring.TryPeek(out item)));
        operations += Record(factor * Rounds, s_mpmc,
            static start =>
                new Subject<MpmcRing<long, ProcessorAtomics>>(new(Capacity, start),
                    static (ref ring, out item) => throw new NotSupportedException()));
        return $"{operations:N0} operations in {2 * factor * Rounds:N0} histories, each explained by an order of its calls";
    }

    private static long Record(int rounds, RingOperation[][] programs, Func<long, IExploredRing> create)
    {
        IExploredRing ring = null!;
        (long Call, long Return, ulong Result)[][] records =
            [.. programs.Select(static program => new (long, long, ulong)[program.Length])];
        int round = 0;
        using var barrier = new Barrier(programs.Length, _ =>
        {
            if (round > 0)
                Check(programs, records);

            ring = create(round++ % 2 == 0 ? 0 : (2L * uint.MaxValue) - 4);
        });
        Workers.Run(programs.Length, index =>
        {
            for (int i = 0; i <= rounds; i++)
            {
                barrier.SignalAndWait();
                for (int k = 0; k < programs[index].Length; k++)
                {
                    // The fences keep the call between its two times: no load before the first, and no store that arrives after the second,
                    // such as the one by which the only consumer frees a slot.
                    long call = Stopwatch.GetTimestamp();
                    Interlocked.MemoryBarrier();
                    ulong result = ring.Invoke(programs[index][k]);
                    Interlocked.MemoryBarrier();
                    records[index][k] = (call, Stopwatch.GetTimestamp(), result);
                }
            }
        });
        return (long)rounds * programs.Sum(static program => program.Length);
    }

    private static void Check(RingOperation[][] programs, (long Call, long Return, ulong Result)[][] records)
    {
        var specification = new Specification(Capacity, mayBeLate: false);
        Linearization[] candidates = Specification.Start;

        // Calls are sorted before returns at the same time, because they may have overlapped.
        var events =
            from thread in Enumerable.Range(0, programs.Length)
            from index in Enumerable.Range(0, programs[thread].Length)
            from isReturn in new[] { false, true }
            let record = records[thread][index]
            orderby isReturn ? record.Return : record.Call, isReturn
            select (thread, index, isReturn, record.Result);
        int[] current = new int[programs.Length];
        foreach ((int thread, int index, bool isReturn, ulong result) in events)
        {
            if (!isReturn)
            {
                current[thread] = index;
                candidates = Specification.Call(candidates, thread);
                continue;
            }

            candidates = specification.Return(candidates, thread, result, other => programs[other][current[other]]);
            SoakException.ThrowUnless(candidates.Length > 0,
                $"No order of the calls explains that thread {thread}'s {programs[thread][index]} returned {result:X}: "
                    + $"{Describe(programs, records)}");
        }
    }

    private static string Describe(RingOperation[][] programs, (long Call, long Return, ulong Result)[][] records) => string.Join(
        "; ",
        programs.SelectMany((program, thread) => program.Select((operation, k) => $"{thread}: "
            + $"{operation} [{records[thread][k].Call}-{records[thread][k].Return}] {records[thread][k].Result:X}")));

    private sealed class Subject<TRing>(TRing ring, RingPeek<TRing> peek) : IExploredRing where TRing : struct, IRing<long>
    {
        private readonly ExploredRing<TRing> _ring = new(ring, 0, peek);

        public int Slots => 0;

        public ulong Invoke(RingOperation operation) => _ring.Invoke(operation);
    }
}
