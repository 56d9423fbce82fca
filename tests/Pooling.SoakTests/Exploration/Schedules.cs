using Pooling.Queues;
using static Pooling.SoakTests.Exploration.RingOperation;

namespace Pooling.SoakTests.Exploration;

/// <summary>Tests all schedules of small programs, with and without delayed writes, and schedules with few preemptions and random ones of
/// larger programs. First, it tests that injected faults are found.</summary>
internal sealed class Schedules : ISoak
{
    private const int Preemptions = 3;
    private const int Seed = 20260101;
    private const long NearTheEnd = long.MaxValue - 1; // of a position
    private const long NearTheEndOfSteps = long.MaxValue - 3; // of a position that counts in steps of two

    private static readonly TimeSpan s_delayed = TimeSpan.FromSeconds(15); // sufficient for all of them on an idle machine
    private static readonly TimeSpan s_bounded = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan s_random = TimeSpan.FromSeconds(1);

    public string Name => "schedules";

    public string Run(int factor)
    {
        int found = FindFaults();
        ExplorationReport all = default;
        foreach (Scenario scenario in Small())
        {
            ExplorationReport plain = Explorer.All(scenario, SeededFault.None, delays: false);
            ExplorationReport delayed = (scenario.Programs.Length, scenario.Capacity) switch
            {
                (2, _) => Explorer.All(scenario, SeededFault.None, delays: true),
                (_, 1) => Explorer.WithPreemptions(scenario, SeededFault.None, delays: true, int.MaxValue, factor * s_delayed),
                _ => Explorer.Random(scenario, SeededFault.None, delays: true, Seed, factor * s_random), // too many for all
            };
            Console.WriteLine($"  {scenario.Name}: {plain.Schedules:N0} schedules, {plain.States:N0} states; "
                + $"with delays {delayed.Schedules:N0} and {delayed.States:N0}{(delayed.IsCutOff ? ", of more" : "")}");
            all += plain + delayed;
        }

        ExplorationReport bounded = default;
        ExplorationReport random = default;
        foreach (Scenario scenario in Large())
        {
            ExplorationReport some = Explorer.WithPreemptions(scenario, SeededFault.None, delays: false, Preemptions, factor * s_bounded);
            ExplorationReport walks = Explorer.Random(scenario, SeededFault.None, delays: false, Seed, factor * s_random)
                + Explorer.Random(scenario, SeededFault.None, delays: true, Seed, factor * s_random);
            Console.WriteLine($"  {scenario.Name}: {some.Schedules:N0} schedules with at most {Preemptions} preemptions, "
                + $"{walks.Schedules:N0} random ones");
            bounded += some;
            random += walks;
        }

        return $"{found} seeded faults found; {all.Schedules:N0} schedules of small programs ({all.States:N0} states), "
            + $"{bounded.Schedules:N0} with few preemptions, {random.Schedules:N0} random";
    }

    private static IEnumerable<Scenario> Small()
    {
        RingOperation[] produce = [Enqueue(1), Enqueue(2), Enqueue(3)];
        RingOperation[] consume = [Dequeue, Dequeue, Dequeue];
        for (int capacity = 1; capacity <= 2; capacity++)
        {
            yield return Scenario.Spsc($"2 x 3, capacity {capacity}", capacity, NearTheEnd, produce, consume);
            yield return Scenario.Spsc($"2 x 3, peeks and completion, capacity {capacity}", capacity, 0, [Enqueue(1), Complete, Enqueue(2)],
                [Peek, Dequeue, Peek]);
            yield return Scenario.Mpsc($"2 x 3, capacity {capacity}", capacity, NearTheEndOfSteps, produce, consume);
            yield return Scenario.Mpsc($"3 x 2, capacity {capacity}", capacity, 0, [Enqueue(1), Enqueue(2)], [Enqueue(3), Enqueue(4)],
                [Dequeue, Dequeue]);
            yield return Scenario.Mpsc($"3 x 2, peeks and completion, capacity {capacity}", capacity, 0, [Enqueue(1), Complete],
                [Enqueue(3), Enqueue(4)], [Peek, Dequeue]);
            yield return Scenario.Mpmc($"2 x 3, capacity {capacity}", capacity, NearTheEndOfSteps, produce, consume);
            yield return Scenario.Mpmc($"2 x 3, both ways, capacity {capacity}", capacity, 0, [Enqueue(1), Dequeue, Enqueue(2)],
                [Enqueue(3), Dequeue, Dequeue]);
            yield return Scenario.Mpmc($"3 x 2, capacity {capacity}", capacity, 0, [Enqueue(1), Enqueue(2)], [Enqueue(3), Dequeue],
                [Dequeue, Dequeue]);
            yield return Scenario.Mpmc($"3 x 2, completion, capacity {capacity}", capacity, 0, [Enqueue(1), Complete],
                [Enqueue(3), Enqueue(4)], [Dequeue, Dequeue]);
        }

        yield return Scenario.Spsc("2 x 3, spans, capacity 3", 3, NearTheEnd, [EnqueueMany(1, 2), Enqueue(3), EnqueueMany(4, 3)],
            [DequeueMany(2), Dequeue, DequeueMany(3)]);
        yield return Scenario.Mpsc("3 x 2, spans, capacity 3", 3, NearTheEndOfSteps, [EnqueueMany(1, 2), Enqueue(3)],
            [EnqueueMany(4, 2), Enqueue(6)], [DequeueMany(2), DequeueMany(3)]);
    }

    private static IEnumerable<Scenario> Large()
    {
        RingOperation[] produce = [Enqueue(1), Enqueue(2), Enqueue(3), Enqueue(4), Enqueue(5)];
        RingOperation[] produceMore = [Enqueue(6), Enqueue(7), Enqueue(8), Enqueue(9), Enqueue(10)];
        RingOperation[] consume = [Dequeue, Dequeue, Dequeue, Dequeue, Dequeue];
        yield return Scenario.Spsc("2 x 5, capacity 3", 3, NearTheEnd, produce, [Dequeue, DequeueMany(2), Peek, Dequeue, DequeueMany(3)]);
        yield return Scenario.Mpsc("3 x 5, capacity 3", 3, NearTheEndOfSteps, produce,
            [EnqueueMany(6, 2), Enqueue(8), Enqueue(9), EnqueueMany(10, 2), Complete], consume);
        yield return Scenario.Mpmc("3 x 5, capacity 3", 3, NearTheEndOfSteps, produce, produceMore, consume);
        yield return Scenario.Mpmc("4 x 4, capacity 2", 2, 0, produce[..4], produceMore[..4], consume[..4], consume[..4]);
    }

    private static int FindFaults()
    {
        RingOperation[] produce = [Enqueue(1), Enqueue(2), Enqueue(3)];
        RingOperation[] consume = [Dequeue, Dequeue, Dequeue];
        Scenario spsc = Scenario.Spsc("2 x 3, capacity 1", 1, 0, produce, consume);
        Scenario mpsc = Scenario.Mpsc("3 x 2, capacity 1", 1, 0, [Enqueue(1), Enqueue(2)], [Enqueue(3), Enqueue(4)], [Dequeue, Dequeue]);
        Scenario crowded = Scenario.Mpsc("3 x 3, capacity 2", 2, 0, produce, [Enqueue(4), Enqueue(5), Enqueue(6)],
            [Dequeue, Dequeue, Dequeue]);
        Scenario mpmc = Scenario.Mpmc("3 x 2, capacity 1", 1, 0, [Enqueue(1), Enqueue(2)], [Enqueue(3), Enqueue(4)], [Dequeue, Dequeue]);
        (Scenario Scenario, SeededFault Fault)[] seeded =
        [
            .. from scenario in new[] { spsc, mpsc, mpmc }
               from fault in new[] { Fault.AcquireDropped, Fault.ReleaseDropped, Fault.SlotAfterPublish, Fault.LimitOffByOne }
               select (scenario, new SeededFault(fault)),
            .. from fault in new[] { Fault.AcquireDropped, Fault.ReleaseDropped }
               from location in new[] { RingLocation.Tail, RingLocation.Head }
               select (spsc, new SeededFault(fault, location)),
            .. from fault in new[] { Fault.AcquireDropped, Fault.ReleaseDropped }
               from location in new[] { RingLocation.Head, RingLocation.CachedHead, SeededFault.EverySequence }
               select (crowded, new SeededFault(fault, location)),
            .. from fault in new[] { Fault.AcquireDropped, Fault.ReleaseDropped }
               select (mpmc, new SeededFault(fault, SeededFault.EverySequence)),
        ];
        foreach ((Scenario scenario, SeededFault fault) in seeded)
        {
            foreach (bool delays in new[] { false, true })
            {
                SoakException.ThrowUnless(IsFound(scenario, fault, delays),
                    $"{fault} was not found in {scenario.Name}, {(delays ? "with" : "without")} delays: the explorer is blind.");
            }
        }

        return seeded.Length * 2;
    }

    private static bool IsFound(Scenario scenario, SeededFault fault, bool delays)
    {
        try
        {
            Explorer.All(scenario, fault, delays);
            return false;
        }
        catch (SoakException)
        {
            return true;
        }
    }
}
