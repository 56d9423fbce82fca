using System.Diagnostics;
using System.Reflection;
using Pooling.Buffers;

namespace Pooling.Conventions;

/// <summary>Tests the log shipper of the quick starts for longer than its example does, and with targets that fail.
/// Alone, since allocations of the process are counted.</summary>
[Collection(nameof(LogShipperTests))]
[CollectionDefinition(nameof(LogShipperTests), DisableParallelization = true)]
public sealed class LogShipperTests
{
    private const int LengthOfLine = 12;
    private const int LinesThatWait = 10_000;
    private const int LinesOfABatch = 500;
    private const int Loggers = 4;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    private static readonly Lazy<Type> s_shipper = new(static () =>
        ExampleTests.Compile(ExampleTests.Blocks("docs/quick-starts.md")[0].Code)
            .GetType("LogShipper", throwOnError: true)!);

    private long _received;

    [Fact]
    public async Task Shipper_WithRoom_LosesNoLine_AndAllocatesAtMostTwoBytesForEach()
    {
        const int LinesOfARound = 100_000;
        const int MinRounds = 10; // the first one creates the writers; a busy machine has few in the time
        var patience = TimeSpan.FromMinutes(5); // for the JIT

        Shipper shipper = Create(Receive);
        long sent = 0;

        // Code that the JIT has not optimized yet allocates. It does so while nothing else is compiled for a moment.
        long allocated = long.MaxValue;
        var time = Stopwatch.StartNew();
        for (int round = 0; allocated > 2 * LinesOfARound && (round < MinRounds || time.Elapsed < patience); round++)
        {
            await Task.Delay(200);
            long before = GC.GetTotalAllocatedBytes(precise: true);
            for (long end = sent + LinesOfARound; sent < end; sent += LinesThatWait)
            {
                await LogAsync(shipper, LinesThatWait);
                long bytes = (sent + LinesThatWait) * LengthOfLine;
                SpinWait.SpinUntil(() => Volatile.Read(ref _received) == bytes, s_patience);
            }

            allocated = GC.GetTotalAllocatedBytes(precise: true) - before;
        }

        Assert.InRange(allocated, 0, 2 * LinesOfARound);
        await shipper.EndAsync();
        Assert.Equal((sent * LengthOfLine, 0), (_received, shipper.Lost));
    }

    [Fact]
    public async Task Shipper_WhoseTargetThrows_SendsTheLinesAgain()
    {
        int failures = 3;
        Shipper shipper = Create((lines, cancellation) =>
            failures-- > 0 ? throw new IOException("no connection") : Receive(lines, cancellation));

        await LogAsync(shipper, 1_000);
        await shipper.EndAsync();

        Assert.Equal((1_000 * LengthOfLine, 0), (_received, shipper.Lost));
        Assert.Equal("no connection", shipper.LastError?.Message);
    }

    [Fact]
    public async Task Shipper_ThatIsFull_CountsTheLinesForWhichThereIsNoRoom()
    {
        var open = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        Shipper shipper = Create(async (lines, cancellation) =>
        {
            await open.Task;
            await Receive(lines, cancellation);
        });

        const int Lines = 2 * LinesThatWait;
        await LogAsync(shipper, Lines).WaitAsync(s_patience);
        Assert.InRange(shipper.Lost, Lines - LinesThatWait - LinesOfABatch, Lines - LinesThatWait);
        open.SetResult();
        await shipper.EndAsync();

        Assert.Equal(Lines, shipper.Lost + (_received / LengthOfLine));
    }

    [Theory]
    [InlineData("throws")]
    [InlineData("waits for its token")]
    [InlineData("ignores its token")]
    public async Task DisposeAsync_WithATargetThatNeverSends_EndsAndCountsTheLines(string target)
    {
        bool ignores = target == "ignores its token";
        var never = new TaskCompletionSource();
        Shipper shipper;
        TimeSpan endLimit = TimeSpan.FromSeconds(1);
        TimeSpan time;
        do // a busy machine may be late: then the shipper leaves the target alone, and the next one waits longer
        {
            endLimit *= 2;
            var begun = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            shipper = Create((_, cancellation) =>
            {
                begun.TrySetResult();
                return target switch
                {
                    "throws" => throw new IOException("no connection"),
                    "waits for its token" => new ValueTask(Task.Delay(Timeout.Infinite, cancellation)),
                    _ => new ValueTask(never.Task),
                };
            }, endLimit);
            await LogAsync(shipper, 2_000);
            await begun.Task.WaitAsync(s_patience);
            time = await shipper.DisposeAsync();
        }
        while (!ignores && time > 1.9 * endLimit && endLimit < s_patience / 4);

        shipper.AssertEmpty();
        if (ignores)
            Assert.InRange(shipper.Lost, 2_000 - LinesOfABatch, 2_000 - 1);
        else
            Assert.Equal(2_000, shipper.Lost);

        never.SetResult();
    }

    [Fact]
    public async Task DisposeAsync_WithoutALimit_SendsAll()
    {
        Shipper shipper = Create(Receive, Timeout.InfiniteTimeSpan);
        await LogAsync(shipper, 1_000);

        await shipper.EndAsync();

        Assert.Equal((1_000 * LengthOfLine, 0), (_received, shipper.Lost));
    }

    [Fact]
    public async Task Log_OfTooLongALine_OrAfterTheEnd_CountsIt()
    {
        Shipper shipper = Create(Receive);
        shipper.Log(new string('x', 100_000), 1);
        shipper.Log("request", 1);
        await shipper.EndAsync();

        shipper.Log("late", 1);

        Assert.Equal((LengthOfLine, 2), (_received, shipper.Lost));
    }

    private static Shipper Create(
        Func<ReadOnlyMemory<byte>, CancellationToken, ValueTask> send, TimeSpan? endLimit = null) =>
        new((IAsyncDisposable)Activator.CreateInstance(
            s_shipper.Value, send, TimeSpan.FromMilliseconds(10), endLimit ?? s_patience)!);

    private static Task LogAsync(Shipper shipper, int lines) =>
        Task.WhenAll(Enumerable.Range(0, Loggers).Select(_ => Task.Run(() =>
        {
            for (int i = 0; i < lines / Loggers; i++)
                shipper.Log("request", i % 1000);
        })));

    private ValueTask Receive(ReadOnlyMemory<byte> lines, CancellationToken cancellation)
    {
        Interlocked.Add(ref _received, lines.Length);
        return ValueTask.CompletedTask;
    }

    /// <summary>A shipper of the page.</summary>
    private sealed class Shipper(IAsyncDisposable shipper)
    {
        internal Action<string, int> Log { get; } =
            s_shipper.Value.GetMethod("Log")!.CreateDelegate<Action<string, int>>(shipper);

        internal long Lost => (long)s_shipper.Value.GetProperty("Lost")!.GetValue(shipper)!;

        internal Exception? LastError => (Exception?)s_shipper.Value.GetProperty("LastError")!.GetValue(shipper);

        /// <summary>Disposes the shipper, and checks that its pool is disposed and each line is back.</summary>
        internal async Task EndAsync()
        {
            await DisposeAsync();
            AssertEmpty();
        }

        /// <returns>The time that it took.</returns>
        internal async Task<TimeSpan> DisposeAsync()
        {
            var time = Stopwatch.StartNew();
            await shipper.DisposeAsync().AsTask().WaitAsync(s_patience);
            return time.Elapsed;
        }

        internal void AssertEmpty()
        {
            FieldInfo field = s_shipper.Value.GetField("_writers", BindingFlags.NonPublic | BindingFlags.Instance)!;
            var writers = (BufferWriterPool)field.GetValue(shipper)!;
            Assert.Equal(0, writers.GetStatistics().InUse);
            Assert.Throws<ObjectDisposedException>(() => writers.Rent());
        }
    }
}
