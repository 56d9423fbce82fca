namespace Pooling.Encodeables;

public sealed class EncodeableTypeRegistryTests
{
    private readonly EncodeableTypeRegistry<int> _registry = EncodeableTypeRegistry<int>.Create(
        [(811, Reading.Pool), (916, ReadingBatch.Pool), (917, ReadingBatch.Pool)]);

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
        Assert.Throws<ArgumentNullException>(() => EncodeableTypeRegistry<string>.Create([]).TryGetPool(null!, out _));

    [Fact]
    public void Create_WithNulls_Throws()
    {
        Assert.Throws<ArgumentNullException>("pools", static () => EncodeableTypeRegistry<string>.Create(null!));
        Assert.Throws<ArgumentException>("pools", static () => EncodeableTypeRegistry<string>.Create([(null!, Reading.Pool)]));
        Assert.Throws<ArgumentException>("pools", static () => EncodeableTypeRegistry<string>.Create([("a", null!)]));
    }

    [Fact]
    public void Create_DuplicateIds_NamesEachWithItsPools()
    {
        string message = Assert.Throws<ArgumentException>("pools", static () => EncodeableTypeRegistry<string>.Create(
        [
            ("a", Reading.Pool),
            ("b", Reading.Pool),
            ("a", ReadingBatch.Pool),
            ("c", Reading.Pool),
            ("c", Reading.Pool),
        ])).Message;

        Assert.Contains("a (Reading, ReadingBatch)", message);
        Assert.Contains("c (Reading, Reading)", message);
        Assert.DoesNotContain("b (", message);
    }

    [Fact]
    public void Create_WithAComparer_ComparesByIt()
    {
        EncodeableTypeRegistry<string> registry =
            EncodeableTypeRegistry<string>.Create([("change", Reading.Pool)], StringComparer.OrdinalIgnoreCase);

        Assert.True(registry.TryGetPool("Change", out _));
        Assert.Throws<ArgumentException>(
            "pools",
            static () => EncodeableTypeRegistry<string>.Create(
                [("a", Reading.Pool), ("A", Reading.Pool)], StringComparer.OrdinalIgnoreCase));
    }

    [Fact]
    public void TryGetPool_KeyOfSeveralParts_ComparesByEquals() =>
        Assert.True(EncodeableTypeRegistry<(int, string)>.Create([((1, "a"), Reading.Pool)]).TryGetPool((1, "a"), out _));
}
