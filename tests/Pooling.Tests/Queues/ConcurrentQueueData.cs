namespace Pooling.Queues;

/// <summary>The parameters of the tests with threads.</summary>
internal static class ConcurrentQueueData
{
    internal const int Items = 20_000;

    /// <summary>Gets capacities, each with and without spans.</summary>
    internal static TheoryData<int, bool> Traffic { get; } = new()
    {
        { 1, false }, { 2, false }, { 3, false }, { 1000, false }, { 1, true }, { 2, true }, { 3, true }, { 1000, true },
    };

    /// <summary>Gets positions after which a counter of 31, 32 or 63 bits, or its sign, overflows. They are even, because some rings count
    /// in steps of two.</summary>
    internal static TheoryData<long> Starts { get; } =
        [int.MaxValue - 5L, uint.MaxValue - 5L, (2L * int.MaxValue) - 6, (2L * uint.MaxValue) - 6, long.MaxValue - 5,
            (long.MaxValue / 2) - 5, -6, long.MinValue];
}
