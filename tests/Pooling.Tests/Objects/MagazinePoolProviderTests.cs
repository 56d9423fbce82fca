using System.Text;
using Microsoft.Extensions.ObjectPool;
using Pooling.Doubles;

namespace Pooling.Objects;

public sealed partial class MagazinePoolProviderTests
{
    [Fact]
    public void Create_GivesAMagazinePool()
    {
        var provider = new MagazinePoolProvider();
        ObjectPool<List<int>> first = provider.Create<List<int>>();
        ObjectPool<List<int>> second = provider.Create<List<int>>();

        Assert.IsType<MagazinePool<List<int>>>(first);
        Assert.NotSame(first, second);
    }

    [Fact]
    public void Create_WithoutAPolicy_Throws() =>
        Assert.Equal("policy", Assert.Throws<ArgumentNullException>(() => new MagazinePoolProvider().Create<object>(null!)).ParamName);

    [Theory]
    [InlineData(null, "StringBuilder")]
    [InlineData("web", "web.StringBuilder")]
    public void Create_NamesThePoolAfterTheOptionsAndTheItemType(string? name, string expected)
    {
        var provider = new MagazinePoolProvider(new PoolOptions { Name = name });

        Assert.Equal(expected, ((MagazinePool<StringBuilder>)provider.CreateStringBuilderPool()).Name);
    }

    [Fact]
    public void Create_WithOptions_ObeysThem()
    {
        var clock = new ManualTimeProvider();
        int readings = 0;
        clock.OnRead = () => readings++;
        var options = new PoolOptions { MaxRetained = 3, MaxRetainedPerThread = 3 };
        var provider = new MagazinePoolProvider(options, clock);
        options.MaxRetained = 1000; // copied: changes nothing
        ObjectPool<object> pool = provider.Create<object>();
        object[] items = [.. Enumerable.Range(0, 20).Select(_ => pool.Get())];
        foreach (object item in items)
            pool.Return(item);

        Assert.InRange(((MagazinePool<object>)pool).GetStatistics().Retained, 1, 3 + 3);
        Assert.True(readings > 0);
    }

    [Fact]
    public void Debugger_ShowsNameAndLimit()
    {
        var named = new MagazinePoolProvider(new PoolOptions { Name = "web", MaxRetained = 7 });

        Assert.Equal("web: MaxRetained = 7 for each pool", named.DebuggerText);
        Assert.StartsWith("MagazinePoolProvider: ", new MagazinePoolProvider().DebuggerText, StringComparison.Ordinal);
    }

    [Fact]
    public void CreateStringBuilderPool_GivesEmptyBuildersAndDropsLargeOnes()
    {
        var provider = new MagazinePoolProvider();
        ObjectPool<StringBuilder> pool = provider.CreateStringBuilderPool(initialCapacity: 50, maximumRetainedCapacity: 1000);
        StringBuilder first = pool.Get();
        Assert.Equal(50, first.Capacity);
        first.Append('a', 400);
        pool.Return(first);
        StringBuilder second = pool.Get();
        Assert.Same(first, second);
        Assert.Equal(0, second.Length);
        second.Append('a', 5000);
        pool.Return(second);

        Assert.NotSame(second, pool.Get());
        Assert.Equal(1, ((MagazinePool<StringBuilder>)pool).GetStatistics().TotalDropped);
    }

    [Fact]
    public void CreateStringBuilderPool_FromManyThreads_MixesNoText()
    {
        ObjectPool<StringBuilder> pool = new MagazinePoolProvider().CreateStringBuilderPool();
        int mixed = 0;
        TestThread.RunAll(4, index =>
        {
            string text = new((char)('a' + index), 20);
            for (int i = 0; i < 20_000; i++)
            {
                StringBuilder outer = pool.Get();
                StringBuilder inner = pool.Get();
                outer.Append(text);
                inner.Append(text);
                if (outer.ToString() != text || inner.ToString() != text)
                    Interlocked.Increment(ref mixed);

                pool.Return(outer);
                pool.Return(inner);
            }
        });

        Assert.Equal(0, mixed);
        Assert.Equal(0, ((MagazinePool<StringBuilder>)pool).GetStatistics().InUse);
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void CreateStringBuilderPool_SteadyState_AllocatesNothing()
    {
        ObjectPool<StringBuilder> pool = new MagazinePoolProvider().CreateStringBuilderPool();

        AllocationAssert.Zero(() =>
        {
            StringBuilder builder = pool.Get();
            builder.Append("some text").Append(42);
            pool.Return(builder);
        });
    }
#endif
}
