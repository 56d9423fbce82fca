namespace Pooling.Conventions;

/// <summary>The figures of one way of a service with one setting: each has the median, the least and the greatest.
/// Times are in microseconds, pauses in milliseconds in a minute, collections those of a minute, memory in
/// MB.</summary>
internal sealed record ServiceRun(
    string Setting, string Way, int Runs, double[] Rate, double[] Cpu, double[] P50, double[] P99, double[] P999,
    double[] Max, double[] Bytes, double[] Gen0, double[] Gen1, double[] Gen2, double[] Pause, double[] Peak)
{
    /// <summary>Gets the latencies, with their names.</summary>
    internal (string Name, double[] Time)[] Latencies =>
        [("p50", P50), ("p99", P99), ("p99.9", P999), ("maximum", Max)];

    /// <summary>Gets the collections, with the names of their generations.</summary>
    internal (string Name, double[] Count)[] Collections => [("gen 0", Gen0), ("gen 1", Gen1), ("gen 2", Gen2)];
}
