using System.Buffers;
using System.IO.Pipelines;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests array pools and streams that end, reset, dispose or write to the writer that calls them, before or after their own work.
/// No array is lost or has two owners, and no renter sees the text of another one.</summary>
public sealed partial class InjectedHookTests
{
    private const byte Own = (byte)'A';
    private const byte Nested = (byte)'C';
    private const byte Next = (byte)'B';

    private static readonly string[] s_hooks =
        ["end", "end and rent again", "end and dispose the pool", "write", "write much", "reset", "detach"];

    public static TheoryData<string, bool> Cases
    {
        get
        {
            var cases = new TheoryData<string, bool>();
            foreach (string hook in s_hooks)
            {
                cases.Add(hook, false);
                cases.Add(hook, true);
            }

            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void RentedWriter_WhoseArrayPoolUsesIt_LosesNothingAndShowsNothingOfOthers(string hook, bool clears) =>
        RunAll(hook, clears, static (pool, plan) => new ContiguousSubject(pool));

    [Theory]
    [MemberData(nameof(Cases))]
    public void RentedSegmentedWriter_WhoseArrayPoolUsesIt_LosesNothingAndShowsNothingOfOthers(string hook, bool clears) =>
        RunAll(hook, clears, static (pool, plan) => new SegmentedSubject(pool));

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void OwnedWriter_WhoseArrayPoolUsesIt_LosesNothing(bool clears)
    {
        foreach (string hook in new[] { "dispose", "write", "write much", "reset", "detach", "trim" })
            ForEachCall(plan => RunOwned(hook, clears, plan));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void OwnedSegmentedWriter_WhoseArrayPoolUsesIt_LosesNothing(bool clears)
    {
        foreach (string hook in new[] { "dispose", "write", "write much", "reset", "detach", "trim" })
            ForEachCall(plan => RunOwnedSegmented(hook, clears, plan));
    }

    [Theory]
    [InlineData("stream")]
    [InlineData("stream, asynchronously")]
    [InlineData("stream, later")]
    [InlineData("read stream")]
    [InlineData("writer")]
    [InlineData("pipe")]
    [InlineData("pipe, asynchronously")]
    public void Copy_ToATargetThatEndsTheRental_ShowsNothingOfTheNextRenter(string way)
    {
        foreach (bool segmented in way == "writer" ? [true] : new[] { false, true })
            ForEachCall(plan => RunCopy(way, segmented, plan), fewest: 1);
    }

    private static void RunCopy(string way, bool segmented, FaultPlan plan)
    {
        var arrays = new CountingArrayPool<byte>();
        var pool = new BufferWriterPool(new BufferWriterPoolOptions { MaxRetainedCapacity = 1 << 20 }, arrays);
        Subject own = segmented ? new SegmentedSubject(pool) : new ContiguousSubject(pool);
        own.Write(Own, 300_000);
        Subject? next = null;
        plan.Act = _ =>
        {
            own.End();
            next = segmented ? new SegmentedSubject(pool) : new ContiguousSubject(pool);
            next.Write(Next, 300_000);
        };
        var taken = new MemoryStream();
        var target = new FaultyStream(taken, plan) { Yields = way == "stream, later" };
        var buffers = new LyingBufferWriter(static asked => Math.Max(asked, 64 * 1024));
        var memory = new TestMemoryPool<byte>(
            new TestPoolOptions { Faults = way.StartsWith("pipe", StringComparison.Ordinal) ? plan : null });
        var pipe = new Pipe(new PipeOptions(memory, pauseWriterThreshold: 0, minimumSegmentSize: 64 * 1024));
        Exception? thrown = Record.Exception(() =>
        {
            switch (way)
            {
                case "writer":
                    own.CopyTo(new FaultyBufferWriter<byte>(buffers, plan));
                    break;
                case "pipe":
                    own.CopyTo(pipe.Writer);
                    break;
                case "pipe, asynchronously":
                    own.CopyToAsync(pipe.Writer).GetAwaiter().GetResult();
                    break;
                case "stream":
                    own.CopyTo(target);
                    break;
                case "read stream":
                    own.AsReadStream().CopyTo(target);
                    break;
                default:
                    own.CopyToAsync(target).GetAwaiter().GetResult();
                    break;
            }
        });
        if (thrown is not null)
            Assert.True(plan.HasFired && thrown is InvalidOperationException, $"{thrown}");

        pipe.Writer.Complete();
        pipe.Reader.TryRead(out ReadResult read);
        byte[] copied = [.. taken.ToArray(), .. buffers.Taken, .. read.Buffer.ToArray()];
        pipe.Reader.Complete();

        // A target may read the bytes of one call after it has ended the rental, which is its own fault. Nothing is written after that.
        int foreign = Array.FindIndex(copied, static value => value != Own);
        if (foreign >= 0)
        {
            bool endsBehindTheCall = way is "writer" or "pipe" || (plan.Moment == FaultMoment.After && way != "pipe, asynchronously");
            int most = endsBehindTheCall ? 0 : MaxCall(segmented);
            Assert.InRange(copied.Length - foreign, 1, most);
        }

        own.End();
        next?.End();
        pool.Dispose();
        if (way != "stream, later") // the thread that continued releases the items that it keeps of the pool at its next access to any pool
            arrays.AssertAllReturned();
    }

    private static int MaxCall(bool segmented) => segmented ? 64 * 1024 : 300_000;

    private static void RunAll(string hook, bool clears, Func<BufferWriterPool, FaultPlan, Subject> rent) =>
        ForEachCall(plan => Run(hook, clears, rent, plan));

    private static void ForEachCall(Action<FaultPlan> run, int fewest = 3)
    {
        foreach (FaultMoment moment in new[] { FaultMoment.Before, FaultMoment.After })
        {
            bool fired = true;
            int call = 0;
            while (fired)
            {
                var plan = new FaultPlan(++call, moment);
                run(plan);
                fired = plan.HasFired;
            }

            Assert.True(call > fewest, "The array pool should have been called.");
        }
    }

    private static void Run(string hook, bool clears, Func<BufferWriterPool, FaultPlan, Subject> rent, FaultPlan plan)
    {
        var arrays = new CountingArrayPool<byte>(plan);
        var pool = new BufferWriterPool(
            new BufferWriterPoolOptions { InitialCapacity = 16, MaxRetainedCapacity = 100_000, ClearOnReturn = clears }, arrays);
        Subject own = rent(pool, plan);
        Subject? next = null;
        IDisposable? detached = null;
        plan.Act = _ =>
        {
            switch (hook)
            {
                case "write":
                    own.Write(Nested, 5);
                    break;
                case "write much":
                    own.Write(Nested, 50_000);
                    break;
                case "reset":
                    own.Reset();
                    break;
                case "detach":
                    detached = own.Detach();
                    break;
                default:
                    own.End();
                    break;
            }

            if (hook == "end and rent again")
            {
                next = rent(pool, plan);
                next.Write(Next, 100);
            }
            else if (hook == "end and dispose the pool")
            {
                pool.Dispose();
            }
        };

        foreach (Action<Subject> step in own.Steps)
        {
            Exception? thrown = Record.Exception(() => step(own));
            if (thrown is not null)
                Assert.True(plan.HasFired && thrown is ObjectDisposedException or InvalidOperationException, $"{thrown}");

            if (plan.HasFired)
                break;
        }

        if (own.IsLive)
            Assert.True(IsOf(own.Content, Own, Nested, 0), "Foreign bytes after " + hook);

        if (next is not null)
        {
            Assert.Equal(100, next.Content.Length);
            next.Write(Next, 70_000);
            Assert.Equal(70_100, next.Content.Length);
            Assert.True(IsOf(next.Content, Next), "Foreign bytes for the next renter after " + hook);
        }

        plan.Act = static _ => { };
        Assert.Null(Record.Exception(own.End));
        next?.End();
        detached?.Dispose();
        Assert.Equal(0, pool.GetStatistics().InUse);
        pool.Dispose();
        Assert.Equal(0, pool.ChargedBytes);
        arrays.AssertAllReturned();
    }

    private static void RunOwned(string hook, bool clears, FaultPlan plan)
    {
        var arrays = new CountingArrayPool<byte>(plan);
        var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 0, ClearOnReturn = clears }, arrays);
        IDisposable? detached = null;
        plan.Act = _ =>
        {
            switch (hook)
            {
                case "dispose":
                    writer.Dispose();
                    break;
                case "write":
                    writer.Write([Nested]);
                    break;
                case "write much":
                    Fill(writer, Nested, 50_000);
                    break;
                case "reset":
                    writer.ResetWrittenCount();
                    break;
                case "detach":
                    detached = writer.Detach();
                    break;
                default:
                    writer.TrimExcess();
                    break;
            }
        };
        Action[] steps =
        [
            () => Fill(writer, Own, 10), () => Fill(writer, Own, 1000), () => writer.Reserve(3000), () => writer.TrimExcess(),
            () => Fill(writer, Own, 20_000), () => writer.Reserve(0).Replace(Text(Own, 40_000)),
            () => writer.WriteUtf8($"{new string((char)Own, 90_000)}"), () => writer.Truncate(1000), () => writer.TrimExcess(),
        ];
        RunSteps(plan, steps);
        if (hook != "dispose" || !plan.HasFired)
            Assert.True(IsOf(writer.WrittenSpan.ToArray(), Own, Nested, 0), "Foreign bytes after " + hook);

        plan.Act = static _ => { };
        writer.Dispose();
        detached?.Dispose();
        arrays.AssertAllReturned();
    }

    private static void RunOwnedSegmented(string hook, bool clears, FaultPlan plan)
    {
        var arrays = new CountingArrayPool<byte>(plan);
        var writer = new SegmentedBufferWriter(new BufferWriterOptions { ClearOnReturn = clears }, arrays);
        IDisposable? detached = null;
        plan.Act = _ =>
        {
            switch (hook)
            {
                case "dispose":
                    writer.Dispose();
                    break;
                case "write":
                    writer.Write([Nested]);
                    break;
                case "write much":
                    Fill(writer, Nested, 50_000);
                    break;
                case "reset":
                    writer.ResetWrittenCount();
                    break;
                case "detach":
                    detached = writer.Detach();
                    break;
                default:
                    writer.TrimExcess();
                    break;
            }
        };
        Action[] steps =
        [
            () => Fill(writer, Own, 10), () => Fill(writer, Own, 10_000), () => writer.Reserve(70_000),
            () => writer.GetSpan(100_000).Slice(0, 10).Fill(Own), () => writer.TrimExcess(), () => Fill(writer, Own, 200_000),
            () => writer.Reserve(0).Replace(Text(Own, 90_000)), () => writer.Truncate(1000), () => writer.TrimExcess(),
        ];
        RunSteps(plan, steps);
        if (hook != "dispose" || !plan.HasFired)
        {
            byte[] content = writer.WrittenSequence.ToArray();
            Assert.Equal(writer.WrittenCount, content.Length);
            Assert.True(IsOf(content, Own, Nested, 0), "Foreign bytes after " + hook);
        }

        plan.Act = static _ => { };
        writer.Dispose();
        detached?.Dispose();
        arrays.AssertAllReturned();
    }

    private static void RunSteps(FaultPlan plan, Action[] steps)
    {
        foreach (Action step in steps)
        {
            Exception? thrown = Record.Exception(step);
            if (thrown is not null)
                Assert.True(plan.HasFired && thrown is ObjectDisposedException or InvalidOperationException, $"{thrown}");

            if (plan.HasFired)
                break;
        }
    }

    private static void Fill(IBufferWriter<byte> writer, byte value, int count) => writer.Write(Text(value, count));

    private static byte[] Text(byte value, int count) => [.. Enumerable.Repeat(value, count)];

    private static bool IsOf(byte[] content, params byte[] values) => Array.TrueForAll(content, value => Array.IndexOf(values, value) >= 0);
}
