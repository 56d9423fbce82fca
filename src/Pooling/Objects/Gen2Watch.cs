namespace Pooling.Objects;

/// <summary>Notifies the registry of every generation-2 collection, from the finalizer of an unreferenced
/// object.</summary>
internal sealed class Gen2Watch
{
    private static readonly PostedAction s_renewal = new(Start);

    private int _seen = GC.CollectionCount(GC.MaxGeneration);

    private Gen2Watch()
    {
    }

    ~Gen2Watch()
    {
        if (Environment.HasShutdownStarted)
            return;

        try
        {
            GC.ReRegisterForFinalize(this);
        }
        catch (OutOfMemoryException)
        {
            s_renewal.PostFromFinalizer(); // another watch, as soon as there is memory for it
        }

        int collections = GC.CollectionCount(GC.MaxGeneration);
        if (_seen == collections)
            return; // still young: found by a smaller collection

        _seen = collections;
        PoolRegistry.OnGen2Collection();
    }

    /// <summary>Starts watching for the lifetime of the process. Does nothing in a collectible load context, which the
    /// watch would keep alive.</summary>
    internal static void Start()
    {
        GC.KeepAlive(s_renewal); // made now, not by a finalizer that has run out of memory
        if (!LoadContext.IsCollectible)
            _ = new Gen2Watch();
    }
}
