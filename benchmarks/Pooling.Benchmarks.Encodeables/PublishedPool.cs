namespace Pooling.Benchmarks.Encodeables;

/// <summary>The published activator: creates from a scanned pool; takes back what its sentinel says is in use.</summary>
internal sealed class PublishedPool<T>(Func<T> create) where T : PublishedEncodeable
{
    private readonly ScanPool<T> _pool = new(create);

    internal T Create()
    {
        T item = _pool.Get();
        item.BeginUse();
        return item;
    }

    internal void Reuse(T item)
    {
        if (!item.TryEndUse())
            return;

        item.Reset();
        _pool.Return(item);
    }
}
