namespace Pooling.Benchmarks.Mono;

/// <summary>Measures the contenders of each group against its first, like <c>--ratios</c> of the other projects. In every round each
/// contender runs one batch, in rotating order, and the ratio is computed within the round.</summary>
internal static class RatioRun
{
    private const int BatchMilliseconds = 100; // about ten collections for the contender that allocates most
    private const long WarmUpMilliseconds = 500;

    internal static int Run(int rounds, string? file)
    {
        var results = new List<RatioResult>();
        foreach (ContenderGroup group in ContenderGroup.All)
        {
            if (group.Verify().FirstOrDefault(contender => contender.Failure is not null) is { Failure: { } failure } wrong)
            {
                Console.Error.WriteLine($"{group.Title}: {wrong.Name}: {failure}");
                return 1; // different work is not measured
            }

            RatioResult[] ofGroup = Measure(group, rounds);
            Print(ofGroup);
            results.AddRange(ofGroup);
        }

        if (file is not null)
            Write(file, rounds, results);

        return 0;
    }

    private static RatioResult[] Measure(ContenderGroup group, int rounds)
    {
        IReadOnlyList<Contender> contenders = group.Contenders;
        long[] calls = [.. contenders.Select(CallsFor)];
        double[][] times = [.. contenders.Select(_ => new double[rounds])];
        double[][] bytes = [.. contenders.Select(_ => new double[rounds])];
        for (int round = 0; round < rounds; round++)
        {
            for (int i = 0; i < contenders.Count; i++)
            {
                int turn = (i + round) % contenders.Count;
                GC.Collect(0); // the garbage of the previous contender must not count for this one
                contenders[turn].Run(1);
                (long ticks, long allocated) = contenders[turn].Run(calls[turn]);
                times[turn][round] = ticks * (1e9 / Stopwatch.Frequency) / calls[turn];
                bytes[turn][round] = (double)allocated / calls[turn];
            }
        }

        return
        [
            .. contenders.Select((contender, i) => new RatioResult(
                group.Title,
                $"{nameof(ClientReceiveBenchmarks)}.{contender.Name}",
                [contender.Row],
                times[i],
                [.. times[i].Zip(times[0], static (time, against) => time / against)],
                bytes[i])),
        ];
    }

    /// <summary>Warms a contender up, and determines the number of calls in a batch.</summary>
    private static long CallsFor(Contender contender)
    {
        long calls = 0;
        var watch = Stopwatch.StartNew();
        for (; watch.ElapsedMilliseconds < WarmUpMilliseconds; calls++)
            contender.RunOnce();

        return Math.Max(1, calls * BatchMilliseconds / WarmUpMilliseconds);
    }

    private static void Print(IReadOnlyList<RatioResult> results)
    {
        Console.WriteLine(results[0].Group);
        foreach (RatioResult result in results)
        {
            Distribution ratio = result.RatioSpread;
            Console.WriteLine(string.Format(CultureInfo.InvariantCulture,
                "  {0,-20} {1,12:F2} us  {2,7:F3} [{3:F3}-{4:F3}]{5} {6,12:#,0.##} B",
                result.Name, result.Nanoseconds / 1000, ratio.Median, ratio.Lower, ratio.Upper, ratio.IsWide ? '!' : ' ', result.Bytes));
        }
    }

    private static void Write(string file, int rounds, IReadOnlyList<RatioResult> results)
    {
        string date = DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        var options = new JsonSerializerOptions { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.CamelCase };
        var content = new RatioFile(date, Machine.Name, 1, rounds, BatchMilliseconds, [.. results]);
        File.WriteAllText(file, JsonSerializer.Serialize(content, options) + "\n");
    }
}
