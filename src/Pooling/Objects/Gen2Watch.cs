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

    internal static void Start() => _ = new Gen2Watch();
}
