using System.Diagnostics;
using System.Numerics;
using System.Runtime;
using System.Runtime.CompilerServices;
using System.Text.Json;

namespace Pooling.Budget;

/// <summary>Runs one hot path in this process: first to count the methods compiled by its first use, then until the runtime has fully
/// optimized it, and then instruction by instruction.</summary>
internal sealed class PathProcess
{
    private const int WarmUps = 20;
    private const int OperationsOfWarmUp = 500;
    private const int AllocatingOperations = 1_000;
    private const int Samples = 2;
    private const int InstructionsOfSample = 8_192; // or one operation; each instruction takes up to ten microseconds
    private const int MaxRepetitions = 32;
    private const int InstructionsOfCall = 20; // the instructions to call Waste
    private const int InstructionsOfTurn = 3;

    private readonly Operation _empty;
    private readonly Operation _operation;
    private readonly long _methods;
    private readonly OtherThread? _other;

    private PathProcess(HotPath path, int extra)
    {
        StayOnProcessor();

        // Methods that are compiled for the use of any path are not counted.
        CountMethods(new HotPath("", static () => new(static () => { })), out _empty);
        _methods = CountMethods(path, out Operation operation);
        _other = operation.OtherBody is null ? null : new OtherThread();
        _operation = extra == 0 ? operation : operation with
        {
            Body = () =>
            {
                operation.Body();
                Waste((extra - InstructionsOfCall) / InstructionsOfTurn);
            },
        };
    }

    internal static void Run(HotPath path, int extra, string resultFile) =>
        File.WriteAllText(resultFile, JsonSerializer.Serialize(new PathProcess(path, extra).Measure()));

    // Array pools have a part for each processor, so this thread must always use the same one.
    private static void StayOnProcessor()
    {
        if (!OperatingSystem.IsLinux())
            return;

        using var process = Process.GetCurrentProcess();
        process.ProcessorAffinity = (nint)(1L << Thread.GetCurrentProcessorId());
    }

    private PathResult Measure()
    {
        for (int i = 0; i < WarmUps; i++)
        {
            // Objects that are kept are old then, as in a program that has run for a while.
            if (i == WarmUps / 2)
                Collect();

            Loop(_empty.Body, OperationsOfWarmUp);
            RunBoth(OperationsOfWarmUp);
            TieredCompilation.WaitUntilIdle();
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        RunBoth(AllocatingOperations);
        double bytes = (double)(GC.GetAllocatedBytesForCurrentThread() - before) / AllocatingOperations;

        return new(Math.Round(CountInstructions(), 2), _methods, bytes);
    }

    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        using var end = new ManualResetEventSlim();
        ThreadPool.UnsafeQueueUserWorkItem(static end => end.Set(), end, preferLocal: false); // after work items of finalizers
        end.Wait();
    }

    private static long CountMethods(HotPath path, out Operation operation)
    {
        long before = JitInfo.GetCompiledMethodCount(currentThread: true);
        operation = path.Create();
        operation.Body();
        operation.OtherBody?.Invoke();
        return JitInfo.GetCompiledMethodCount(currentThread: true) - before;
    }

    private void RunBoth(int operations)
    {
        for (int i = 0; i < operations; i++)
        {
            _operation.Body();
            _other?.Run(_operation.OtherBody!);
        }
    }

    /// <summary>Returns the minimum of some samples, because rare events may occur in one of them.</summary>
    private double CountInstructions()
    {
        Count(_empty.Body, 1); // loads the methods that counting itself needs
        long nothing = Count(_empty.Body, 0);
        double loop = (double)(Count(_empty.Body, MaxRepetitions) - nothing) / MaxRepetitions;
        long once = Sample(1, nothing);
        int repetitions = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(InstructionsOfSample / once, 1, MaxRepetitions));
        long least = Enumerable.Range(0, Samples).Min(_ => Sample(repetitions, nothing));
        return ((double)least / repetitions) - (_other is null ? loop : 2 * loop);
    }

    private long Sample(int repetitions, long nothing)
    {
        if (_other is null)
            return Count(_operation.Body, repetitions) - nothing;

        long count = 0;
        for (int i = 0; i < repetitions; i++)
        {
            count += Count(_operation.Body, 1) - nothing;
            _other.Run(() => count += Count(_operation.OtherBody!, 1) - nothing);
        }

        return count;
    }

    // Compiled once, and without a profile, so that nothing is inlined.
    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static long Count(Action body, int operations)
    {
        InstructionCounter.Start();
        Loop(body, operations);
        InstructionCounter.Stop();
        return InstructionCounter.Count;
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void Loop(Action body, int operations)
    {
        for (; operations > 0; operations--)
            body();
    }

    [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
    private static void Waste(int turns)
    {
        for (; turns > 0; turns--)
        {
        }
    }
}
