namespace Pooling.Queues;

/// <summary>Accesses memory. Before each access, a thread of a test may run other code, like another thread could at that moment.</summary>
internal readonly struct ScriptedAtomics : IAtomics
{
    [ThreadStatic]
    private static Action? s_interlude;
    [ThreadStatic]
    private static int s_accessesUntil;
    [ThreadStatic]
    private static Action? s_waiting;

    /// <summary>Runs an interlude before an access of this thread; 0 is the next one.</summary>
    internal static void Before(int access, Action interlude)
    {
        s_accessesUntil = access;
        s_interlude = interlude;
    }

    /// <summary>Runs an action instead of each wait of this thread, until <see cref="Forget"/>.</summary>
    internal static void InsteadOfWaiting(Action action) => s_waiting = action;

    internal static void Forget() => s_interlude = s_waiting = null;

    public long Read(ref long location, int name)
    {
        Step();
        return default(ProcessorAtomics).Read(ref location, name);
    }

    public void Write(ref long location, long value, int name)
    {
        Step();
        default(ProcessorAtomics).Write(ref location, value, name);
    }

    public long ReadAcquire(ref long location, int name)
    {
        Step();
        return default(ProcessorAtomics).ReadAcquire(ref location, name);
    }

    public void WriteRelease(ref long location, long value, int name)
    {
        Step();
        default(ProcessorAtomics).WriteRelease(ref location, value, name);
    }

    public bool CompareExchange(ref long location, long value, long expected, int name)
    {
        Step();
        return default(ProcessorAtomics).CompareExchange(ref location, value, expected, name);
    }

    public T Load<T>(ref T slot, int name)
    {
        Step();
        return slot;
    }

    public void Store<T>(ref T slot, T item, int name)
    {
        Step();
        slot = item;
    }

    public void LoadMany<T>(ReadOnlySpan<T> slots, Span<T> items, int name)
    {
        Step();
        slots.CopyTo(items);
    }

    public void StoreMany<T>(Span<T> slots, ReadOnlySpan<T> items, int name)
    {
        Step();
        items.CopyTo(slots);
    }

    public void ClearMany<T>(Span<T> slots, int name)
    {
        Step();
        slots.Clear();
    }

    public void Retry()
    {
    }

    public void Wait(ref SpinWait spin)
    {
        s_waiting?.Invoke();
        default(ProcessorAtomics).Wait(ref spin);
    }

    int IAtomics.Read(ref int location) => throw new NotSupportedException();

    int IAtomics.ReadAcquire(ref int location) => throw new NotSupportedException();

    void IAtomics.WriteRelease(ref int location, int value) => throw new NotSupportedException();

    bool IAtomics.CompareExchange(ref int location, int value, int expected) => throw new NotSupportedException();

    void IAtomics.Light() => throw new NotSupportedException();

    void IAtomics.Heavy() => throw new NotSupportedException();

    private static void Step()
    {
        if (s_interlude is not { } interlude || s_accessesUntil-- > 0)
            return;

        s_interlude = null;
        interlude();
    }
}
