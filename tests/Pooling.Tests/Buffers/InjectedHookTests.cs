using System.Buffers;
using System.IO.Pipelines;
using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>An array pool or a stream that ends, resets, disposes or writes to the very writer that calls it, before or after its own
/// work: no array is lost or in two hands, and nobody finds the text of another renter.</summary>
public sealed class InjectedHookTests
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
        var memory = new FaultyArrayPool<byte>(way.StartsWith("pipe", StringComparison.Ordinal) ? plan : new FaultPlan());
        var pipe = new Pipe(
            new PipeOptions(new FaultyMemoryPool<byte>(memory), pauseWriterThreshold: 0, minimumSegmentSize: 64 * 1024));
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

        // What a target was given in one call it takes after it has ended the rental: that is its own doing. Nothing comes after that.
        int foreign = Array.FindIndex(copied, static value => value != Own);
        if (foreign >= 0)
        {
            int most = plan.Moment == FaultMoment.After || way is "writer" or "pipe" ? 0 : LongestCall(segmented);
            Assert.InRange(copied.Length - foreign, 1, most);
        }

        own.End();
        next?.End();
        pool.Dispose();
        arrays.AssertBalanced();
    }

    private static int LongestCall(bool segmented) => segmented ? 64 * 1024 : 300_000;

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
        var arrays = new FaultyArrayPool<byte>(plan);
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
        arrays.Inner.AssertBalanced();
    }

    private static void RunOwned(string hook, bool clears, FaultPlan plan)
    {
        var arrays = new FaultyArrayPool<byte>(plan);
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
        arrays.Inner.AssertBalanced();
    }

    private static void RunOwnedSegmented(string hook, bool clears, FaultPlan plan)
    {
        var arrays = new FaultyArrayPool<byte>(plan);
        var writer = new SegmentedBufferWriter(new SegmentedBufferWriterOptions { ClearOnReturn = clears }, arrays);
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
        arrays.Inner.AssertBalanced();
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

    private abstract class Subject
    {
        internal abstract bool IsLive { get; }

        internal abstract byte[] Content { get; }

        internal abstract IEnumerable<Action<Subject>> Steps { get; }

        internal abstract void Write(byte value, int count);

        internal abstract void Reset();

        internal abstract IDisposable Detach();

        internal abstract void CopyTo(Stream target);

        internal abstract void CopyTo(IBufferWriter<byte> target);

        internal abstract Task CopyToAsync(Stream target);

        internal abstract Task CopyToAsync(PipeWriter target);

        internal abstract Stream AsReadStream();

        internal abstract void End();
    }

    private sealed class ContiguousSubject(BufferWriterPool pool) : Subject
    {
        private readonly PooledLease<PooledArrayBufferWriter<byte>> _lease = pool.Rent();

        internal override bool IsLive => _lease.IsLive;

        internal override byte[] Content => _lease.Value.WrittenSpan.ToArray();

        internal override IEnumerable<Action<Subject>> Steps
        {
            get
            {
                PooledArrayBufferWriter<byte> writer = _lease.Value;
                yield return static self => self.Write(Own, 10);
                yield return static self => self.Write(Own, 1000);
                yield return _ => writer.Reserve(3000);
                yield return _ => writer.GetSpan(20_000).Fill(Own);
                yield return _ => writer.WriteUtf8($"{new string((char)Own, 90_000)}");
                yield return _ => writer.Reserve(0).Replace(Text(Own, 150_000));
                yield return static self => self.Write(Own, 300_000);
                yield return static self => self.End();
            }
        }

        internal override void Write(byte value, int count) => Fill(_lease.Value, value, count);

        internal override void Reset() => _lease.Value.ResetWrittenCount();

        internal override IDisposable Detach() => _lease.Value.Detach();

        internal override void CopyTo(Stream target) => _lease.Value.CopyTo(target);

        internal override void CopyTo(IBufferWriter<byte> target) => _lease.Value.CopyTo((PipeWriter)target);

        internal override Task CopyToAsync(Stream target) => _lease.Value.CopyToAsync(target).AsTask();

        internal override Task CopyToAsync(PipeWriter target) => _lease.Value.CopyToAsync(target).AsTask();

        internal override Stream AsReadStream() => _lease.Value.AsReadStream();

        internal override void End() => _lease.Dispose();
    }

    private sealed class SegmentedSubject(BufferWriterPool pool) : Subject
    {
        private readonly PooledLease<SegmentedBufferWriter> _lease = pool.RentSegmented();

        internal override bool IsLive => _lease.IsLive;

        internal override byte[] Content => _lease.Value.WrittenSequence.ToArray();

        internal override IEnumerable<Action<Subject>> Steps
        {
            get
            {
                SegmentedBufferWriter writer = _lease.Value;
                yield return static self => self.Write(Own, 10);
                yield return static self => self.Write(Own, 10_000);
                yield return _ => writer.Reserve(70_000);
                yield return _ => writer.GetSpan(100_000).Fill(Own);
                yield return static self => self.Write(Own, 300_000);
                yield return _ => writer.Reserve(0).Replace(Text(Own, 90_000));
                yield return static self => self.End();
            }
        }

        internal override void Write(byte value, int count) => Fill(_lease.Value, value, count);

        internal override void Reset() => _lease.Value.ResetWrittenCount();

        internal override IDisposable Detach() => _lease.Value.Detach();

        internal override void CopyTo(Stream target) => _lease.Value.CopyTo(target);

        internal override void CopyTo(IBufferWriter<byte> target) => _lease.Value.CopyTo(target);

        internal override Task CopyToAsync(Stream target) => _lease.Value.CopyToAsync(target).AsTask();

        internal override Task CopyToAsync(PipeWriter target) => _lease.Value.CopyToAsync(target).AsTask();

        internal override Stream AsReadStream() => _lease.Value.AsReadStream();

        internal override void End() => _lease.Dispose();
    }
}
