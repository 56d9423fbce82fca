using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests Detach and Dispose. Every array is returned exactly once.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    public static TheoryData<string, Action<PooledArrayBufferWriter<byte>>> Members => new()
    {
        { "WrittenSpan", static writer => _ = writer.WrittenSpan.Length },
        { "WrittenMemory", static writer => _ = writer.WrittenMemory },
        { "WrittenCount", static writer => _ = writer.WrittenCount },
        { "Capacity", static writer => _ = writer.Capacity },
        { "FreeCapacity", static writer => _ = writer.FreeCapacity },
        { "MaxCapacity", static writer => _ = writer.MaxCapacity },
        { "GetSpan(0)", static writer => writer.GetSpan() },
        { "GetSpan(1)", static writer => writer.GetSpan(1) },
        { "GetSpan(-1)", static writer => writer.GetSpan(-1) },
        { "GetSpan(max)", static writer => writer.GetSpan(int.MaxValue) },
        { "GetMemory(0)", static writer => writer.GetMemory() },
        { "GetMemory(1)", static writer => writer.GetMemory(1) },
        { "Advance(0)", static writer => writer.Advance(0) },
        { "Advance(1)", static writer => writer.Advance(1) },
        { "Advance(-1)", static writer => writer.Advance(-1) },
        { "Write(empty)", static writer => writer.Write([]) },
        { "Write(1)", static writer => writer.Write([1]) },
        { "ResetWrittenCount", static writer => writer.ResetWrittenCount() },
        { "Rewind(0)", static writer => writer.Rewind(0) },
        { "Rewind(-1)", static writer => writer.Rewind(-1) },
        { "Truncate(0)", static writer => writer.Truncate(0) },
        { "Detach", static writer => writer.Detach() },
    };

    [Theory]
    [MemberData(nameof(Members), DisableDiscoveryEnumeration = true)]
    public void Member_AfterDispose_Throws(string member, Action<PooledArrayBufferWriter<byte>> call)
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Write([1, 2, 3]);
        writer.Dispose();

        Assert.True(Record.Exception(() => call(writer)) is ObjectDisposedException, $"{member} did not throw it.");
        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_AfterWrites_ReturnsTheArray()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Write([1]);
        writer.Dispose();

        pool.AssertAllReturned();
        Assert.Equal(1, pool.TotalReturned);
    }

    [Fact]
    public void Dispose_Twice_ReturnsTheArrayOnce()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Dispose();
        writer.Dispose();

        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_ThroughTheBaseClass_ReturnsTheArrayOnce()
    {
        var pool = new CountingArrayPool<byte>();
        PooledArrayBufferWriter<byte> writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Dispose();
        ((IDisposable)writer).Dispose();

        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_FromTwoThreads_ReturnsTheArrayOnce()
    {
        const int Rounds = 20_000;
        var pool = new CountingArrayPool<byte>();
        var writers = new PooledArrayBufferWriter<byte>[Rounds];
        for (int i = 0; i < Rounds; i++)
            writers[i] = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);

        int raced = LockStep.Run(Rounds, round => writers[round].Dispose());

        Assert.Equal(raced, pool.TotalReturned);
        foreach (PooledArrayBufferWriter<byte> writer in writers)
            writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_BetweenGetSpanAndAdvance_MakesAdvanceThrow()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.GetSpan(4)[0] = 1;
        writer.Dispose();

        Assert.Throws<ObjectDisposedException>(() => writer.Advance(1));
        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_WhenThePoolThrows_DoesNotReturnAgain()
    {
        var pool = new CountingArrayPool<byte>(2, FaultMoment.After);
        var writer = new PooledArrayBufferWriter<byte>(new(), pool);

        Assert.Throws<InjectedFaultException>(writer.Dispose);
        writer.Dispose();

        pool.AssertAllReturned();
        Assert.Throws<ObjectDisposedException>(() => writer.WrittenCount);
    }

    [Fact]
    public void Detach_HandsOverExactlyWhatWasWritten()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.Write([1, 2, 3]);
        using PooledArray<byte> owner = writer.Detach();

        Assert.Equal(3, owner.Length);
        Assert.Equal([1, 2, 3], owner.Span.ToArray());
        Assert.Equal(3, owner.Memory.Length);
    }

    [Fact]
    public void Detach_ThenWrite_DoesNotTouchTheOwner()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Write([1, 2, 3]);
        PooledArray<byte> first = writer.Detach();
        Assert.Equal(0, writer.WrittenCount);
        Assert.Equal(0, writer.Capacity);
        writer.Write([4, 5]);
        PooledArray<byte> second = writer.Detach();

        Assert.Equal([1, 2, 3], first.Span.ToArray());
        Assert.Equal([4, 5], second.Span.ToArray());
        first.Dispose();
        second.Dispose();
        writer.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Detach_ThenDispose_ReturnsTheArrayOnceByItsOwner()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        writer.Write([1]);
        PooledArray<byte> owner = writer.Detach();
        writer.Dispose();
        Assert.Equal(0, pool.TotalReturned);
        Assert.Equal([1], owner.Span.ToArray());
        owner.Dispose();

        pool.AssertAllReturned();
    }

    [Fact]
    public void Detach_OfNothing_LeavesTheArrayWithTheWriter()
    {
        var pool = new CountingArrayPool<byte>();
        var writer = new PooledArrayBufferWriter<byte>(new(), pool);
        PooledArray<byte> owner = writer.Detach();
        Assert.Equal(0, owner.Length);
        Assert.True(owner.Memory.IsEmpty);
        owner.Dispose();
        Assert.Equal(0, pool.TotalReturned);
        writer.Dispose();

        pool.AssertAllReturned();
    }

    [Fact]
    public void Writer_WhenThePoolThrowsOnAnyCall_ReturnsEveryArrayOnce()
    {
        bool failed = true;
        int k = 0;
        while (failed)
        {
            k++;
            var pool = new CountingArrayPool<byte>(k, FaultMoment.After);
            PooledArrayBufferWriter<byte>? writer = null;
            PooledArray<byte>? owner = null;
            _ = Record.Exception(() =>
            {
                writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 16 }, pool);
                writer.Write(new byte[100]);
                writer.GetSpan(1000);
                owner = writer.Detach();
                writer.Write(new byte[10]);
                writer.GetMemory(100);
            });
            _ = Record.Exception(() => owner?.Dispose());
            _ = Record.Exception(() => writer?.Dispose());

            pool.AssertAllReturned();
            failed = pool.Calls >= k; // a run without a fault ends the loop
        }

        Assert.True(k > 8);
    }

    [Fact]
    public void Writer_ManyAtATime_NeverShareAnArray()
    {
        using var first = new PooledArrayBufferWriter<byte>();
        using var second = new PooledArrayBufferWriter<byte>();
        first.Write([1]);
        second.Write([2]);

        Assert.Equal([1], first.WrittenSpan.ToArray());
        Assert.Equal([2], second.WrittenSpan.ToArray());
    }
}
