namespace Pooling.Objects;

/// <summary>Ends a store together with the pool that users hold: by Dispose, or when that pool is collected.</summary>
/// <remarks>Referenced by the users' pool only, while cells of leases and threads reference the store. It is the work
/// that its finalizer posts, which allocates nothing.</remarks>
internal sealed class StoreLifetime : PostedWork, IDisposable
{
    private readonly MagazineStore _store;

    internal StoreLifetime(MagazineStore store) => _store = store;

    ~StoreLifetime()
    {
        if (!Environment.HasShutdownStarted)
            PostFromFinalizer();
    }

    public void Dispose()
    {
        _store.Dispose();
        GC.SuppressFinalize(this); // not if it ran out of memory: then the finalizer does the rest
    }

    protected override void Run() => _store.Abandon();
}
