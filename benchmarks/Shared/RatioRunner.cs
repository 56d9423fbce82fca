using System.Runtime;

namespace Pooling.Benchmarks;

/// <summary>Measures the contenders of each group against its baseline, interleaved. In every round each contender runs one batch, so that
/// a slower machine affects all of them, and the ratio of a round remains meaningful.</summary>
/// <remarks>Unlike BenchmarkDotNet, it uses one process for all. It is fast, and suitable for ratios, but not for absolute times.</remarks>
internal static class RatioRunner
{
    private const int MinWarmCalls = 100; // the runtime recompiles a method after 30 calls
    private const int FewCalls = 3; // to warm up, if each takes 0.4 s or more, and is a batch
    private const int MinRoughTurns = 3; // of all contenders, because the runtime waits 100 ms before it recompiles
    private const int MaxRoughTurns = 6;
    private const int AllocatingBatchMilliseconds = 100;
    private const int MinCollections = 20; // of generation 0 in a batch
    private const int MaxBatches = 4; // half a second
    private const long MinGarbage = 10_000; // bytes in a batch: less comes from a timer or a thread of the pool
    private static readonly TimeSpan s_warmUp = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan s_roughWarmUp = TimeSpan.FromMilliseconds(50); // less for batches below 10 ms

    internal static int Run(Assembly assembly, RatioOptions options)
    {
        // The process that wants the figures of one group decides for itself.
        if (options.Group is null && assembly.GetCustomAttribute<DebuggableAttribute>() is { IsJITOptimizerDisabled: true })
        {
            Console.Error.WriteLine("The times of a Debug build mean nothing. Run with -c Release.");
            return 2;
        }

        BenchmarkGroup[] groups =
        [
            .. BenchmarkGroup.Find(assembly, options.Filters)
                .Where(group => options.Group is null || group.Title == options.Group)
                .Where(group => !options.IsHeadlineOnly || group.IsHeadline),
        ];
        if (groups.Length == 0)
        {
            Console.Error.WriteLine("No benchmark matches the filter.");
            return 2;
        }

        if (options.Group is not null)
            return MeasureAlone(groups[0], options);

        RatioReport.PrintHeader(options);
        RatioFile content = RatioReport.Begin(options, ConditionsReader.Read(assembly));
        if (options is { Resumes: true, JsonFile: { } last } && File.Exists(last))
        {
            RatioFile before = RatioReport.Read(last);
            if (before.IsLike(content))
                content = before;
        }

        (BenchmarkGroup Group, RuntimeSetting? Setting)[] wanted =
        [
            .. from benchmarks in groups
               from setting in (IEnumerable<RuntimeSetting?>)[null, .. options.HasSettings ? RuntimeSetting.All : []]
               where !content.Results.Any(result => result.Group == benchmarks.Title && result.Setting == setting?.Name)
               select (benchmarks, setting),
        ];
        var progress = new RatioProgress(wanted.Length);
        foreach ((BenchmarkGroup group, RuntimeSetting? setting) in wanted)
        {
            List<RatioResult> ofGroup = setting is null && options.Processes == 1
                ? Measure(group, options)
                : RatioProcess.Measure(group.Title, options, setting);
            if (ofGroup.Count == 0)
                return 1;

            RatioReport.Print(ofGroup);
            content = content with { Results = [.. content.Results, .. ofGroup] };
            if (options.JsonFile is { } file && !RatioReport.TryWrite(file, content))
                return 1;

            progress.Report(group.Title);
        }

        return 0;
    }

    /// <summary>Measures a group for the process that started this one, and prints its figures as JSON.</summary>
    private static int MeasureAlone(BenchmarkGroup group, RatioOptions options)
    {
        TextWriter output = Console.Out;
        Console.SetOut(Console.Error); // for benchmarks that print
        List<RatioResult> results = Measure(group, options);
        output.WriteLine(RatioReport.Format(RatioReport.Begin(options, null) with { Results = [.. results] }));
        return results.Count > 0 ? 0 : 1;
    }

    /// <returns>Empty if the outputs differ, which was printed. Different work is not measured.</returns>
    internal static List<RatioResult> Measure(BenchmarkGroup group, RatioOptions options)
    {
        foreach ((string name, string? failure) in SmokeRunner.Verify(group, static _ => { }))
        {
            if (failure is not null)
            {
                Console.Error.WriteLine($"{group.Title}: {name}: {failure}");
                return [];
            }
        }

        var contenders = new List<InProcessBenchmark>();
        try
        {
            contenders.AddRange(group.Cases.Select(benchmark => new InProcessBenchmark(benchmark)));
            TimeSpan warmUp =
                options.IsRough ? s_roughWarmUp * Math.Min(1, options.BatchMilliseconds / 10.0) : s_warmUp;
            if (options.IsRough)
                WarmUpInTurns(contenders, warmUp);

            bool[] areLong = [.. contenders.Select(contender => WarmUp(contender, warmUp) <= FewCalls)];
            (long Calls, bool Allocates)[] batches =
            [
                .. contenders.Select((contender, i) =>
                    areLong[i] ? (1, contender.Run(1).Bytes >= MinGarbage) : Calibrate(contender, options)),
            ];
            double[][] times = [.. contenders.Select(_ => new double[options.Rounds])];
            double[][] bytes = [.. contenders.Select(_ => new double[options.Rounds])];
            int[][] collections = [.. contenders.Select(_ => new int[GC.MaxGeneration + 1])];
            for (int round = 0; round < options.Rounds; round++)
            {
                for (int i = 0; i < contenders.Count; i++)
                {
                    int turn = (i + round) % contenders.Count;
                    (times[turn][round], bytes[turn][round]) = MeasureBatch(contenders[turn], batches[turn], collections[turn], options);
                }
            }

            return
            [
                .. contenders.Select((contender, i) => new RatioResult(
                    group.Title,
                    contender.FullName,
                    RowsOf(contender.Method, group.Title),
                    times[i],
                    [.. times[i].Zip(times[0], static (time, against) => time / against)],
                    bytes[i])
                {
                    HasMoreThreadsThanProcessors = group.Threads > Environment.ProcessorCount,
                    Operations = options.Rounds * batches[i].Calls * contender.OperationsPerInvoke,
                    Collections = collections[i],
                }),
            ];
        }
        finally
        {
            foreach (InProcessBenchmark contender in contenders)
                contender.Dispose();
        }
    }

    private static RatioRow[] RowsOf(MethodInfo method, string title) =>
    [
        .. from named in method.GetCustomAttributes<RowAttribute>()
           from row in RowTable.Find(named.Id, title)
           select new RatioRow(row.Id, named.Role.ToString(), named.Name),
    ];

    /// <summary>Runs the contenders until the runtime compiles nothing during a turn of all of them.</summary>
    private static void WarmUpInTurns(List<InProcessBenchmark> contenders, TimeSpan warmUp)
    {
        long compiled;
        int turns = 0;
        do
        {
            compiled = JitInfo.GetCompiledMethodCount();
            contenders.ForEach(contender => WarmUp(contender, warmUp));
        }
        while (++turns < MinRoughTurns || (turns < MaxRoughTurns && JitInfo.GetCompiledMethodCount() != compiled));
    }

    /// <returns>The number of calls.</returns>
    private static int WarmUp(InProcessBenchmark contender, TimeSpan least)
    {
        int calls = 0;
        long start = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(start) < least || (calls < MinWarmCalls && Stopwatch.GetElapsedTime(start) < 4 * least))
        {
            contender.Run(1);
            calls++;
        }

        return calls;
    }

    /// <summary>Determines the number of calls in a batch. For a contender that allocates, a batch contains enough collections to include
    /// the cost of its garbage, unless that takes very long; then collections are a small part of its cost.</summary>
    private static (long Calls, bool Allocates) Calibrate(InProcessBenchmark contender, RatioOptions options)
    {
        long calls = CallsFor(contender, options.BatchMilliseconds);
        bool allocates = contender.Run(calls).Bytes >= MinGarbage;
        if (!allocates || options.IsRough)
            return (calls, allocates);

        if (options.BatchMilliseconds < AllocatingBatchMilliseconds)
            calls = CallsFor(contender, AllocatingBatchMilliseconds);

        int before = GC.CollectionCount(0);
        contender.Run(calls);
        int collections = Math.Max(1, GC.CollectionCount(0) - before);
        return (collections >= MinCollections ? calls : calls * Math.Min(MaxBatches, MinCollections / collections), true);
    }

    private static long CallsFor(InProcessBenchmark contender, int milliseconds)
    {
        double wanted = milliseconds / 1000.0 * Stopwatch.Frequency;
        for (long count = 1; ; count *= 2)
        {
            // The best of three, because a thread that the system suspends in the meantime makes a method look slow, and its batches short.
            long ticks = Math.Min(contender.Run(count).Ticks, Math.Min(contender.Run(count).Ticks, contender.Run(count).Ticks));
            if (ticks >= wanted / 4)
                return Math.Max(1, (long)(count * wanted / ticks));
        }
    }

    private static (double Nanoseconds, double Bytes) MeasureBatch(
        InProcessBenchmark contender, (long Calls, bool Allocates) batch, int[] collections, RatioOptions options)
    {
        if (!options.IsRough)
        {
            // The garbage of the previous contender must not count for this one. Not a full collection, because pools may trim on it.
            GC.Collect(1, GCCollectionMode.Forced, blocking: true);
            contender.Run(1);
            if (batch.Allocates)
                SpendBudget(contender, batch.Calls);
        }

        CountCollections(collections, -1);
        (long ticks, long bytes) = contender.Run(batch.Calls);
        CountCollections(collections, 1);
        double operations = (double)batch.Calls * contender.OperationsPerInvoke;
        double net = Math.Max(1, ticks - contender.EmptyTicks * batch.Calls);
        return (net * (1e9 / Stopwatch.Frequency) / operations, bytes / operations);
    }

    private static void CountCollections(int[] collections, int sign)
    {
        for (int generation = 0; generation < collections.Length; generation++)
            collections[generation] += sign * GC.CollectionCount(generation);
    }

    /// <summary>Runs a contender until its garbage is collected, because the first megabytes after a collection are cold memory.</summary>
    private static void SpendBudget(InProcessBenchmark contender, long calls)
    {
        int collections = GC.CollectionCount(0);
        for (long spent = 0; spent < calls && GC.CollectionCount(0) == collections; spent += Math.Max(1, calls / 64))
            contender.Run(Math.Max(1, calls / 64));
    }
}
