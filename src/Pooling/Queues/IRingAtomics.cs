namespace Pooling.Queues;

/// <summary>Every access of a ring to memory that threads share, so that a test can run the same ring under a scheduler of its
/// own.</summary>
/// <remarks>A struct without fields, used through a type parameter: on the processor each member compiles to the one instruction that it
/// names. The last parameter of each is the <see cref="RingLocation"/> of what is accessed; only a scheduler looks at it.</remarks>
internal interface IRingAtomics
{
    /// <summary>Reads what only this thread writes.</summary>
    long Read(ref long location, int name);

    /// <summary>Writes what only this thread reads.</summary>
    void Write(ref long location, long value, int name);

    /// <summary>Reads, before everything that follows.</summary>
    long ReadAcquire(ref long location, int name);

    /// <summary>Writes, after everything that precedes.</summary>
    void WriteRelease(ref long location, long value, int name);

    /// <summary>Writes if the location holds what is expected; a full fence either way.</summary>
    bool CompareExchange(ref long location, long value, long expected, int name);

    /// <summary>Reads an item, which is no atomic access: something else must have ordered it behind the write.</summary>
    T Load<T>(ref T slot, int name);

    /// <summary>Writes an item, which is no atomic access.</summary>
    void Store<T>(ref T slot, T item, int name);

    /// <summary>Reads items of slots that lie in a row.</summary>
    void LoadMany<T>(ReadOnlySpan<T> slots, Span<T> items, int name);

    /// <summary>Writes items to slots that lie in a row.</summary>
    void StoreMany<T>(Span<T> slots, ReadOnlySpan<T> items, int name);

    /// <summary>Empties slots that lie in a row.</summary>
    void ClearMany<T>(Span<T> slots, int name);

    /// <summary>Another thread was faster: the operation begins anew and keeps nothing that it read.</summary>
    void Retry();

    /// <summary>Another thread is in the middle of its operation: waits a little, then begins anew and keeps nothing that it
    /// read.</summary>
    void Wait(ref SpinWait spin);
}
