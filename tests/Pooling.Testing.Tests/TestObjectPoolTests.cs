using System.Runtime.CompilerServices;
using System.Text;
using Microsoft.Extensions.ObjectPool;

namespace Pooling.Testing;

public sealed class TestObjectPoolTests
{
    private readonly TestObjectPool<StringBuilder> _pool = new(new StringBuilderPooledObjectPolicy());

    [Fact]
    public void Return_Once_ResetsTheObject()
    {
        StringBuilder item = _pool.Get();
        item.Append("text");
        Assert.Equal(1, _pool.InUse);

        _pool.Return(item);

        _pool.AssertAllReturned();
        Assert.Equal(0, item.Length);
        Assert.Equal(1, _pool.TotalRented);
        Assert.Equal(1, _pool.TotalReturned);
    }

    [Fact]
    public void Get_AfterAReturn_IsNeverTheSameObject()
    {
        StringBuilder first = _pool.Get();
        _pool.Return(first);

        Assert.NotSame(first, _pool.Get());
    }

    [Fact]
    public void Return_Twice_Throws()
    {
        StringBuilder item = _pool.Get();
        _pool.Return(item);

        Assert.Contains("A StringBuilder was returned twice", Assert.Throws<PoolAssertException>(() => _pool.Return(item)).Message);
        Assert.Single(_pool.Errors);
        Assert.Throws<PoolAssertException>(_pool.AssertClean);
    }

    [Fact]
    public void Return_OfAForeignObject_Throws() =>
        Assert.Contains("A foreign StringBuilder", Assert.Throws<PoolAssertException>(() => _pool.Return(new StringBuilder())).Message);

    [Fact]
    public void AssertAllReturned_WithAnObjectOut_NamesItsStack()
    {
        GetHere(_pool);

        string message = Assert.Throws<PoolAssertException>(_pool.AssertAllReturned).Message;

        Assert.Contains("TestObjectPool<StringBuilder>: 1 of 1 rentals are not returned.", message);
        Assert.Contains(nameof(GetHere), message);
    }

    [Fact]
    public void Return_OfADisposableObject_DisposesIt()
    {
        var pool = new TestObjectPool<MemoryStream>(new DefaultPooledObjectPolicy<MemoryStream>());
        MemoryStream item = pool.Get();

        pool.Return(item);

        Assert.Throws<ObjectDisposedException>(() => item.Position);
    }

    [Fact]
    public void Get_OfAPolicyThatGivesOneObjectTwice_Throws()
    {
        var pool = new TestObjectPool<StringBuilder>(new SamePolicy());
        pool.Get();

        Assert.Contains("two renters", Assert.Throws<PoolAssertException>(pool.Get).Message);
    }

    [Fact]
    public void Calls_ThatThrowOnPurpose_LeakNothing()
    {
        int calls = FaultPlan.ForEachCall(
            static plan => new TestObjectPool<StringBuilder>(
                new StringBuilderPooledObjectPolicy(), new TestPoolOptions { Faults = plan }),
            static pool => pool.Return(pool.Get()),
            static pool => pool.AssertAllReturned());

        Assert.Equal(2, calls);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static StringBuilder GetHere(ObjectPool<StringBuilder> pool) => pool.Get();

    private sealed class SamePolicy : PooledObjectPolicy<StringBuilder>
    {
        private readonly StringBuilder _item = new();

        public override StringBuilder Create() => _item;

        public override bool Return(StringBuilder obj) => true;
    }
}
