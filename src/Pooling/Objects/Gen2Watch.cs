namespace Pooling.Objects;

/// <summary>Tells the registry of every generation-2 collection, from the finalizer of an object that nobody references.</summary>
internal sealed class Gen2Watch
{
    private int _seen = GC.CollectionCount(GC.MaxGeneration);

    private Gen2Watch()
    {
    }

    ~Gen2Watch()
    {
        if (Environment.HasShutdownStarted)
            return;

        GC.ReRegisterForFinalize(this);
        int collections = GC.CollectionCount(GC.MaxGeneration);
        if (_seen == collections)
            return; // still young: a smaller collection found it

        _seen = collections;
        PoolRegistry.OnGen2Collection();
    }

    /// <summary>Starts watching, for as long as the process lives; not in a load context that can be unloaded, which the watch would keep
    /// alive.</summary>
    internal static void Start()
    {
        if (!LoadContext.IsCollectible)
            _ = new Gen2Watch();
    }
}
