using System.Diagnostics;
using System.Reflection;
using Pooling.Buffers;

namespace Pooling.Conventions;

/// <summary>Tests the log shipper of the quick starts for longer than its example does. Alone, since allocations of the process are
/// counted.</summary>
[Collection(nameof(LogShipperTests))]
[CollectionDefinition(nameof(LogShipperTests), DisableParallelization = true)]
public sealed class LogShipperTests
{
    private const int LengthOfLine = 12;
    private const int LinesThatWait = 10_000;
    private const int Lines = 100_000;
    private const int Loggers = 4;

    [Fact]
    public async Task Shipper_LosesNoLine_AndAllocatesAtMostTwoBytesForEach()
    {
        using var target = new Target();
        Assembly program = ExampleTests.Compile(ExampleTests.Blocks("docs/quick-starts.md")[0].Code);
        object shipper = Activator.CreateInstance(program.GetType("LogShipper", throwOnError: true)!, target)!;
        Func<string, int, ValueTask> log = shipper.GetType().GetMethod("LogAsync")!.CreateDelegate<Func<string, int, ValueTask>>(shipper);

        // As many lines as may wait, and some loggers that wait: from then on, there are as many writers as there will ever be.
        Task filling = LogAsync(log, Loggers, 2 * LinesThatWait);
        FieldInfo field = shipper.GetType().GetField("_writers", BindingFlags.NonPublic | BindingFlags.Instance)!;
        var writers = (BufferWriterPool)field.GetValue(shipper)!;
        Assert.True(SpinWait.SpinUntil(() => writers.GetStatistics().InUse > LinesThatWait, TimeSpan.FromMinutes(1)));
        target.Open();
        await filling;

        // Code that the JIT has not optimized yet allocates. It does so while nothing else is compiled for a moment.
        int rounds = 0;
        long allocated = long.MaxValue;
        for (var time = Stopwatch.StartNew(); allocated > 2 * Lines && time.Elapsed < TimeSpan.FromMinutes(2); rounds++)
        {
            await Task.Delay(200);
            long before = GC.GetTotalAllocatedBytes(precise: true);
            await LogAsync(log, Loggers, Lines);
            allocated = GC.GetTotalAllocatedBytes(precise: true) - before;
        }

        Assert.InRange(allocated, 0, 2 * Lines);
        await ((IAsyncDisposable)shipper).DisposeAsync();
        Assert.Equal(LengthOfLine * ((rounds * Lines) + (2 * LinesThatWait)), target.Received);
        await Assert.ThrowsAnyAsync<InvalidOperationException>(() => log("late", 1).AsTask());
    }

    private static Task LogAsync(Func<string, int, ValueTask> log, int loggers, int lines) =>
        Task.WhenAll(Enumerable.Range(0, loggers).Select(_ => Task.Run(async () =>
        {
            for (int i = 0; i < lines / loggers; i++)
                await log("request", i % 1000);
        })));

    /// <summary>Counts bytes, after it has been opened.</summary>
    private sealed class Target : MemoryStream
    {
        private readonly TaskCompletionSource _isOpen = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private long _received;

        internal long Received => Volatile.Read(ref _received);

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
        {
            Interlocked.Add(ref _received, buffer.Length);
            return new ValueTask(_isOpen.Task);
        }

        internal void Open() => _isOpen.SetResult();
    }
}
