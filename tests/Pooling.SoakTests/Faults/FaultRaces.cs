using System.Diagnostics;

namespace Pooling.SoakTests.Faults;

/// <summary>Tests interrupts, and faults before and after the work of every call of user code, in all rooms at the same time. There must be
/// no foreign bytes, no lost arrays and items, and no array or item with two owners.</summary>
internal sealed class FaultRaces : ISoak
{
    private const int Threads = 4;
    private const int StepsOfRound = 2_000;

    private static readonly TimeSpan s_short = TimeSpan.FromSeconds(12);
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(10);

    public string Name => "fault-races";

    public string Run(int factor)
    {
        TimeSpan length = factor == 1 ? s_short : s_long;
        var time = Stopwatch.StartNew();
        int rounds = 0;
        long steps = 0;
        long faults = 0;
        long interrupts = 0;
        while (time.Elapsed < length)
        {
            var rooms = new FaultRooms();
            var slots = new SharedSlots();
            var workers = new FaultWorker[Threads];
            RunWorkers(rooms, slots, workers, rounds++);
            rooms.EndFaults();
            long read = 0;
            rooms.Channel.Writer.Complete();
            while (rooms.Channel.Reader.TryRead(out _))
                read++;

            slots.ReturnAll();
            rooms.Close();
            long lost = workers.Sum(static worker => worker.Written - worker.Read) - read;
            SoakException.ThrowUnless(lost == 0, $"{lost} items of a channel are lost.");
            steps += workers.Sum(static worker => worker.Steps);
            faults += workers.Sum(static worker => worker.Faults);
            interrupts += workers.Sum(static worker => worker.Interrupts);
        }

        return $"{rounds} rounds, {steps:N0} steps, {faults:N0} faults, {interrupts:N0} interrupts, 0 foreign bytes, 0 lost items";
    }

    private static void RunWorkers(FaultRooms rooms, SharedSlots slots, FaultWorker[] workers, int round)
    {
        int running = Threads;
        Exception? fault = null;
        Thread[] threads = [.. Enumerable.Range(0, Threads).Select(index => new Thread(() =>
        {
            try
            {
                FaultWorker worker = workers[index] = new FaultWorker(rooms, slots, (round * Threads) + index);
                for (int step = 0; step < StepsOfRound && Volatile.Read(ref fault) is null; step++)
                    worker.Step();
            }
            catch (Exception exception)
            {
                Interlocked.CompareExchange(ref fault, exception, null);
            }
            finally
            {
                Interlocked.Decrement(ref running);
            }
        })
        { IsBackground = true })];
        foreach (Thread thread in threads)
            thread.Start();

        var random = new Random(round);
        while (Volatile.Read(ref running) > 0)
        {
            Thread.Sleep(1);
            threads[random.Next(Threads)].Interrupt();
        }

        foreach (Thread thread in threads)
            thread.Join();

        if (fault is not null)
            throw new SoakException($"Round {round}: {fault}");
    }
}
