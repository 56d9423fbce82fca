using System.Buffers;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests the owner of the data that a segmented writer wrote.</summary>
public sealed class PooledSequenceTests
{
    [Fact]
    public void Sequence_UntilDispose_IsTheContent()
    {
        var pool = new CountingArrayPool<byte>();
        PooledSequence owner = Detached(pool, 50_000);

        Assert.Equal(50_000, owner.Length);
        Assert.Equal(50_000, owner.Sequence.Length);
        Assert.All(owner.Sequence.ToArray(), static value => Assert.Equal(7, value));
        owner.Dispose();
        Assert.Throws<ObjectDisposedException>(() => owner.Sequence);
        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_Twice_ReturnsEachChunkOnce()
    {
        var pool = new CountingArrayPool<byte>();
        PooledSequence owner = Detached(pool, 200_000);
        owner.Dispose();
        owner.Dispose();

        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_FromTwoThreads_ReturnsEachChunkOnce()
    {
        const int Rounds = 10_000;
        var pool = new CountingArrayPool<byte>(static length => 16);
        PooledSequence[] owners = [.. Enumerable.Range(0, Rounds).Select(_ => Detached(pool, 16))];
        LockStep.Run(Rounds, round => owners[round].Dispose());

        foreach (PooledSequence owner in owners)
            owner.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void Dispose_WhenThePoolThrows_LetsEveryChunkGo()
    {
        var pool = new CountingArrayPool<byte>(6, FaultMoment.After);
        var writer = new SegmentedBufferWriter(new(), pool);
        writer.Write(new byte[240_000]); // four chunks, more than half of the last one
        PooledSequence owner = writer.Detach();

        Assert.Throws<InjectedFaultException>(owner.Dispose);
        owner.Dispose();
        pool.AssertAllReturned();
    }

    private static PooledSequence Detached(ArrayPool<byte> pool, int length)
    {
        using var writer = new SegmentedBufferWriter(new() { MaxCapacity = length }, pool);
        writer.Write(Enumerable.Repeat((byte)7, length).ToArray());
        return writer.Detach();
    }
}
