namespace Pooling.Internal;

/// <summary>All accesses of lock-free code to shared memory, so that a test can run the same code under its own
/// scheduler.</summary>
/// <remarks>A struct without fields, used through a type parameter: on the processor, each member compiles to a single
/// instruction. The last parameter of some names the location, where references do not tell a scheduler: see
/// <see cref="Queues.RingLocation"/>.</remarks>
internal interface IAtomics
{
    /// <summary>Reads a location whose newest value this thread knows.</summary>
    int Read(ref int location);

    /// <inheritdoc cref="Read(ref int)"/>
    long Read(ref long location, int name = 0);

    /// <summary>Writes a location that only this thread may write now, in a single store.</summary>
    void Write(ref long location, long value, int name = 0);

    /// <summary>Reads, before everything that follows.</summary>
    int ReadAcquire(ref int location);

    /// <inheritdoc cref="ReadAcquire(ref int)"/>
    long ReadAcquire(ref long location, int name = 0);

    /// <summary>Writes, after everything that precedes.</summary>
    void WriteRelease(ref int location, int value);

    /// <inheritdoc cref="WriteRelease(ref int, int)"/>
    void WriteRelease(ref long location, long value, int name = 0);

    /// <summary>Writes if the location holds the expected value; a full fence either way.</summary>
    bool CompareExchange(ref int location, int value, int expected);

    /// <inheritdoc cref="CompareExchange(ref int, int, int)"/>
    bool CompareExchange(ref long location, long value, long expected, int name = 0);

    /// <summary>The frequent half of a fence: <see cref="Polyfills.ProcessBarrier.Light"/>.</summary>
    void Light();

    /// <summary>The rare half of a fence: <see cref="Polyfills.ProcessBarrier.Heavy"/>.</summary>
    void Heavy();

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

    /// <summary>Called when another thread is in the middle of its operation: waits briefly, then the operation
    /// restarts and discards what it has read.</summary>
    void Wait(ref SpinWait spin);
}
