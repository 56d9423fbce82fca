namespace Pooling.Queues;

/// <summary>All accesses of a ring to shared memory, so that a test can run the same ring under its own scheduler.</summary>
/// <remarks>A struct without fields, used through a type parameter: on the processor, each member compiles to a single instruction. The
/// last parameter of each is the <see cref="RingLocation"/> of the memory; only a scheduler uses it.</remarks>
internal interface IRingAtomics
{
    /// <summary>Reads a location that only this thread writes.</summary>
    long Read(ref long location, int name);

    /// <summary>Writes a location that only this thread reads.</summary>
    void Write(ref long location, long value, int name);

    /// <summary>Reads, before everything that follows.</summary>
    long ReadAcquire(ref long location, int name);

    /// <summary>Writes, after everything that precedes.</summary>
    void WriteRelease(ref long location, long value, int name);

    /// <summary>Writes if the location holds the expected value; a full fence either way.</summary>
    bool CompareExchange(ref long location, long value, long expected, int name);

    /// <summary>Reads an item, which is not an atomic access: another access must order it after the write.</summary>
    T Load<T>(ref T slot, int name);

    /// <summary>Writes an item, which is not an atomic access.</summary>
    void Store<T>(ref T slot, T item, int name);

    /// <summary>Reads the items of adjacent slots.</summary>
    void LoadMany<T>(ReadOnlySpan<T> slots, Span<T> items, int name);

    /// <summary>Writes items to adjacent slots.</summary>
    void StoreMany<T>(Span<T> slots, ReadOnlySpan<T> items, int name);

    /// <summary>Clears adjacent slots.</summary>
    void ClearMany<T>(Span<T> slots, int name);

    /// <summary>Called when another thread was faster: the operation restarts and discards what it has read.</summary>
    void Retry();

    /// <summary>Called when another thread is in the middle of its operation: waits briefly, then the operation restarts and discards what
    /// it has read.</summary>
    void Wait(ref SpinWait spin);
}
