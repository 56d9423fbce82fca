namespace Pooling.Queues;

/// <summary>What the tests with threads are run with.</summary>
internal static class ConcurrentQueueData
{
    internal const int Items = 20_000;

    /// <summary>Capacities, and whether in spans.</summary>
    internal static TheoryData<int, bool> Traffic { get; } = new()
    {
        { 1, false }, { 2, false }, { 3, false }, { 1000, false }, { 1, true }, { 2, true }, { 3, true }, { 1000, true },
    };

    /// <summary>Positions before which a counter of 31, 32 or 63 bits, or its sign, would be at its end; even,
    /// since some rings count in steps of two.</summary>
    internal static TheoryData<long> Starts { get; } =
        [int.MaxValue - 5L, uint.MaxValue - 5L, (2L * int.MaxValue) - 6, (2L * uint.MaxValue) - 6, long.MaxValue - 5,
            (long.MaxValue / 2) - 5, -6, long.MinValue];
}
