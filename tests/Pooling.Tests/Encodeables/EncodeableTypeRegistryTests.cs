namespace Pooling.Encodeables;

public sealed class EncodeableTypeRegistryTests
{
    private readonly EncodeableTypeRegistry<int> _registry = new EncodeableTypeRegistryBuilder<int>()
        .Add(811, Reading.Pool)
        .Add(916, ReadingBatch.Pool)
        .Add(917, ReadingBatch.Pool)
        .Build();

    [Fact]
    public void Count_OfARegistry_IsThatOfItsIds() => Assert.Equal(3, _registry.Count);

    [Fact]
    public void TryGetPool_KnownId_GivesTheActivator()
    {
        Assert.True(_registry.TryGetPool(916, out EncodeablePool? type));
        Assert.Same(ReadingBatch.Pool, type);
    }

    [Fact]
    public void TryGetPool_UnknownId_ReturnsFalse()
    {
        Assert.False(_registry.TryGetPool(1, out EncodeablePool? type));
        Assert.Null(type);
    }

    [Fact]
    public void TryRent_KnownId_RentsThroughTheScope()
    {
        using PooledScope scope = PooledScope.Begin();

        Assert.True(_registry.TryRent(811, scope, out IPooledEncodeable? item));
        Assert.True(scope.Detach(Assert.IsType<Reading>(item)).TryReturn());
    }

    [Fact]
    public void TryRent_UnknownId_RentsNothing()
    {
        using PooledScope scope = PooledScope.Begin();

        Assert.False(_registry.TryRent(1, scope, out IPooledEncodeable? item));
        Assert.Null(item);
    }

    [Fact]
    public void TryRent_EndedScope_Throws()
    {
        PooledScope scope = PooledScope.Begin();
        scope.Dispose();

        Assert.Throws<ObjectDisposedException>(() => _registry.TryRent(811, scope, out _));
    }

    [Fact]
    public void TryGetPool_NullId_Throws() =>
        Assert.Throws<ArgumentNullException>(() => new EncodeableTypeRegistryBuilder<string>().Build().TryGetPool(null!, out _));

    [Fact]
    public void Add_NullId_Throws() =>
        Assert.Equal("key",
            Assert.Throws<ArgumentNullException>(() => new EncodeableTypeRegistryBuilder<string>().Add(null!, Reading.Pool)).ParamName);

    [Fact]
    public void Add_NullPool_Throws() =>
        Assert.Equal("pool",
            Assert.Throws<ArgumentNullException>(() => new EncodeableTypeRegistryBuilder<string>().Add("a", null!)).ParamName);

    [Fact]
    public void Build_DuplicateIds_NamesEachWithItsTypes()
    {
        EncodeableTypeRegistryBuilder<string> builder = new EncodeableTypeRegistryBuilder<string>()
            .Add("a", Reading.Pool)
            .Add("b", Reading.Pool)
            .Add("a", ReadingBatch.Pool)
            .Add("c", Reading.Pool)
            .Add("c", Reading.Pool);

        string message = Assert.Throws<InvalidOperationException>(() => builder.Build()).Message;
        Assert.Contains("a (Reading, ReadingBatch)", message);
        Assert.Contains("c (Reading, Reading)", message);
        Assert.DoesNotContain("b (", message);
    }

    [Fact]
    public void Build_ThenAdd_LeavesTheRegistryAlone()
    {
        EncodeableTypeRegistryBuilder<int> builder = new EncodeableTypeRegistryBuilder<int>().Add(1, Reading.Pool);
        EncodeableTypeRegistry<int> registry = builder.Build();
        builder.Add(2, Reading.Pool);

        Assert.Equal(1, registry.Count);
        Assert.Equal(2, builder.Build().Count);
    }

    [Fact]
    public void TryGetPool_KeyOfSeveralParts_ComparesByEquals()
    {
        EncodeableTypeRegistry<(int, string)> registry = new EncodeableTypeRegistryBuilder<(int, string)>()
            .Add((1, "a"), Reading.Pool).Build();

        Assert.True(registry.TryGetPool((1, "a"), out _));
    }
}
