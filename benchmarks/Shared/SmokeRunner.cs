namespace Pooling.Benchmarks;

/// <summary>Runs every benchmark a few times without measuring it, and compares the results of the contenders of a group.</summary>
internal static class SmokeRunner
{
    private const int Invocations = 3; // the first creates objects, the later ones reuse them
    private static readonly TimeSpan s_goal = TimeSpan.FromSeconds(20);
    private static readonly TimeSpan s_limit = 3 * s_goal; // processors differ in speed, and busy ones are slower
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(10);

    /// <summary>Gets whether benchmarks are run to be checked, not to be measured. In this case, large numbers may be reduced.</summary>
    internal static bool IsChecking { get; private set; }

    internal static int Run(Assembly assembly, IReadOnlyCollection<string> filters)
    {
        int passed = 0;
        int failed = 0;
        TimeSpan before = ProcessorTime();
        foreach (BenchmarkGroup group in BenchmarkGroup.Find(assembly, filters))
        {
            Console.WriteLine(group.Title);
            foreach ((string name, string? failure) in Verify(group, Console.WriteLine))
            {
                _ = failure is null ? passed++ : failed++;
                Console.WriteLine(failure is null ? $"  ok   {name}" : $"  FAIL {name}: {failure}");
            }
        }

        TimeSpan used = ProcessorTime() - before;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{used.TotalSeconds:F1} s of processor time (goal {s_goal.TotalSeconds:F0} s, limit {s_limit.TotalSeconds:F0} s)"));
        if (used > s_limit || passed + failed == 0)
            failed++;

        Console.WriteLine($"{passed} passed, {failed} failed");
        return failed == 0 ? 0 : 1;
    }

    private static TimeSpan ProcessorTime()
    {
        using var process = Process.GetCurrentProcess();
        return process.TotalProcessorTime;
    }

    /// <summary>Runs the methods of a group, each on a separate instance, and compares their outputs with those of the first that returned
    /// any, usually the baseline.</summary>
    /// <returns>The name of each method, and its error, or <see langword="null"/>.</returns>
    internal static IEnumerable<(string Name, string? Failure)> Verify(BenchmarkGroup group, Action<string> print)
    {
        object?[]? expected = null;
        foreach (BenchmarkCase benchmark in group.Cases)
        {
            MethodInfo method = benchmark.Descriptor.WorkloadMethod;
            object?[] outputs = [];
            using var watch = new Timer(
                _ => Environment.FailFast($"{group.Title}: {method.Name} hangs."), null, s_patience, Timeout.InfiniteTimeSpan);
            IsChecking = true;
            string? failure = RowsAreNamed(method) ?? Try(() => outputs = RunOne(benchmark, print));
            IsChecking = false;
            failure ??= expected is null ? null : Difference(expected, outputs);
            expected ??= failure is null && outputs.Any(output => output is not null) ? outputs : null;
            yield return (method.Name, failure);
        }
    }

    private static object?[] RunOne(BenchmarkCase benchmark, Action<string> print)
    {
        using var runnable = new InProcessBenchmark(benchmark);
        var outputs = new object?[Invocations];
        for (int i = 0; i < outputs.Length; i++)
            outputs[i] = runnable.RunOnce();

        foreach (MethodInfo check in benchmark.Descriptor.Type.GetMethods())
        {
            if (check.GetCustomAttribute<SmokeCheckAttribute>() is { } attribute && attribute.Methods.Contains(runnable.Name))
                print($"       {runnable.Name}: {check.Invoke(runnable.Instance, null)}");
        }

        return outputs;
    }

    private static string? Difference(object?[] expected, object?[] actual)
    {
        for (int i = 0; i < expected.Length; i++)
        {
            if (Output.Difference(expected[i], actual[i]) is { } difference)
                return $"invocation {i + 1} returned {difference}";
        }

        return null;
    }

    private static string? RowsAreNamed(MethodInfo method) =>
        method.GetCustomAttributes<RowAttribute>() is var rows && !rows.Any() ? "the method has no [Row] attribute"
        : rows.Any(row => row is { Name: null, Role: Role.Peer or Role.Advice }) ? "a [Row] of a peer or an advice needs a name"
        : null;

    private static string? Try(Action action)
    {
        try
        {
            action();
            return null;
        }
        catch (Exception exception)
        {
            return (exception is TargetInvocationException { InnerException: { } inner } ? inner : exception).ToString();
        }
    }
}
