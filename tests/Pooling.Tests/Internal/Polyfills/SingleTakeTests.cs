#if NET10_0_OR_GREATER
using Pooling.Buffers;
using Pooling.Doubles;

namespace Pooling.Internal.Polyfills;

public sealed class SingleTakeTests
{
    private static readonly TimeSpan s_blocked = TimeSpan.FromMilliseconds(50);

    [Fact]
    public void Dispose_WhileAnotherThreadEnds_WaitsAndFindsTheArrayGone()
    {
        var pool = new CountingArrayPool<byte>();
        var owner = new PooledArray<byte>(16, pool);
        var disposing = new Thread(owner.Dispose);

        ref int gate = ref SingleTake.Enter(owner.Gate);
        disposing.Start();
        Assert.False(disposing.Join(s_blocked));
        Assert.Equal(0, pool.TotalReturned);
        SingleTake.Leave(ref gate);
        disposing.Join();

        Assert.Equal(1, pool.TotalReturned);
        owner.Dispose();
        pool.AssertAllReturned();
    }

    [Fact]
    public void TryReplace_WhileAnotherThreadReplaces_Waits()
    {
        var holder = new Holder { Value = 1 };
        bool replaced = true;
        var replacing = new Thread(() => replaced = SingleTake.TryReplace(ref holder.Value, 3, 1, gate: 7));

        ref int gate = ref SingleTake.Enter(7);
        replacing.Start();
        Assert.False(replacing.Join(s_blocked));
        holder.Value = 2;
        SingleTake.Leave(ref gate);
        replacing.Join();

        Assert.False(replaced);
        Assert.Equal(2, holder.Value);
        Assert.True(SingleTake.TryReplace(ref holder.Value, 3, 2, gate: 7));
        Assert.Equal(3, holder.Value);
    }

    [Fact]
    public void Take_OfAnObject_TakesOnce()
    {
        var holder = new Holder { Text = "a" };

        Assert.Equal("a", SingleTake.Take(ref holder.Text, 255));
        Assert.Null(SingleTake.Take(ref holder.Text, 255));
    }

    private sealed class Holder
    {
        internal int Value;
        internal string? Text;
    }
}
#endif
