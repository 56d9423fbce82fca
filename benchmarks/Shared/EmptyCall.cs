namespace Pooling.Benchmarks;

/// <summary>Measures the time of the loop around a benchmark with a method that does nothing. It is not part of the benchmark.</summary>
internal static class EmptyCall
{
    private const int Calls = 10_000;
    private const int Samples = 100;
    private static readonly Dictionary<Type, double> s_ticks = [];

    /// <returns>The minimum time in ticks of the stopwatch; 0 for asynchronous methods, whose calls take far longer.</returns>
    internal static double TicksOf(Type result) =>
        s_ticks.TryGetValue(result, out double ticks) ? ticks : s_ticks[result] = Measure(result);

    private static double Measure(Type result)
    {
        if (typeof(Task).IsAssignableFrom(result) || result == typeof(ValueTask) || result.Name == typeof(ValueTask<>).Name)
            return 0;

        Type type = typeof(Empty<>).MakeGenericType(result == typeof(void) ? typeof(long) : result);
        var workload = Workload.Create(Activator.CreateInstance(type)!, type.GetMethod(nameof(Empty<>.Return))!);
        long least = long.MaxValue;
        for (int i = 0; i < Samples; i++)
        {
            long start = Stopwatch.GetTimestamp();
            workload.Run(Calls);
            least = Math.Min(least, Stopwatch.GetTimestamp() - start);
        }

        return (double)least / Calls;
    }

    private sealed class Empty<T>
    {
        [MethodImpl(MethodImplOptions.NoInlining | MethodImplOptions.AggressiveOptimization)]
        public T? Return() => default;
    }
}
