namespace Pooling.Objects;

/// <summary>Is referenced by its thread's statics only, so that its finalizer tells that the thread has died.</summary>
/// <remarks>The magazines themselves stay referenced by their pools: if only the dead thread had held them, their items could be finalized
/// in the collection that finds the thread dead. The finalizer marks and posts; it runs no policy, reset or Dispose.</remarks>
internal sealed class ThreadSentinel
{
    internal readonly ThreadOwner Owner = new();

    ~ThreadSentinel()
    {
        if (Environment.HasShutdownStarted || Owner is null)
            return; // finalizers of live threads' objects may run as well then; and there was no memory for its owner

        bool any = false;
        foreach (ThreadMagazines magazines in Owner.Entries)
        {
            if (magazines.Store is not null)
            {
                magazines.Orphaned = true;
                any = true;
            }
        }

        Owner.OnFinalized();
        if (any)
            PoolRegistry.OnThreadDeath();
    }
}
