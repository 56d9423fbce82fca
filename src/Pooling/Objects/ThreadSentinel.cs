namespace Pooling.Objects;

/// <summary>Referenced only by its thread's statics, so that its finalizer reports the end of the thread.</summary>
/// <remarks>The magazines themselves stay referenced by their pools: if only the ended thread held them, their items
/// could be finalized in the same collection. The finalizer only sets flags and posts work, which allocates nothing,
/// takes no lock and throws nothing; it runs no policy, reset or Dispose.</remarks>
internal sealed class ThreadSentinel
{
    internal readonly ThreadOwner Owner = new();

    ~ThreadSentinel()
    {
        if (Environment.HasShutdownStarted || Owner is null)
            return; // finalizers of live threads' objects may also run then; or there was no memory for the owner

        bool any = false;
        foreach (ThreadMagazine magazine in Owner.Entries)
        {
            if (magazine.Store is not null)
            {
                magazine.Orphaned = true;
                any = true;
            }
        }

        Owner.OnFinalized();
        if (any)
            PoolRegistry.OnThreadDeath();
    }
}
