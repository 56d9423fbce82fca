using System.Runtime.CompilerServices;

namespace Pooling.SoakTests.Exploration;

/// <summary>Memory for which the explorer decides every access. The ring's own fields keep the values of its constructor.</summary>
internal readonly struct ExploredRingAtomics : IAtomics
{
    /// <summary>Gets or sets the current execution. Exploring uses one thread.</summary>
    [field: ThreadStatic]
    internal static Execution Current { get; set; } = null!;

    public long Read(ref long location, int name) => Current.ReadOwn(name, location);

    public void Write(ref long location, long value, int name) => Current.WritePlain(name, value, location);

    public long ReadAcquire(ref long location, int name) => Current.ReadAtomic(name, location);

    public void WriteRelease(ref long location, long value, int name) => Current.WriteAtomic(name, value, location);

    public bool CompareExchange(ref long location, long value, long expected, int name) =>
        Current.CompareExchange(name, value, expected, location);

    public T Load<T>(ref T slot, int name)
    {
        long value = Current.ReadPlain(name, Unsafe.As<T, long>(ref slot));
        return Unsafe.As<long, T>(ref value);
    }

    public void Store<T>(ref T slot, T item, int name) =>
        Current.StoreItem(name, Unsafe.As<T, long>(ref item), Unsafe.As<T, long>(ref slot));

    public void LoadMany<T>(ReadOnlySpan<T> slots, Span<T> items, int name)
    {
        for (int i = 0; i < slots.Length; i++)
            items[i] = Load(ref Unsafe.AsRef(in slots[i]), name + (2 * i));
    }

    public void StoreMany<T>(Span<T> slots, ReadOnlySpan<T> items, int name)
    {
        for (int i = 0; i < slots.Length; i++)
            Store(ref slots[i], items[i], name + (2 * i));
    }

    public void ClearMany<T>(Span<T> slots, int name)
    {
        for (int i = 0; i < slots.Length; i++)
            Store(ref slots[i], default!, name + (2 * i));
    }

    public void Retry() => Current.Retry();

    public void Wait(ref SpinWait spin) => Current.Wait();

    int IAtomics.Read(ref int location) => throw new NotSupportedException();

    int IAtomics.ReadAcquire(ref int location) => throw new NotSupportedException();

    void IAtomics.WriteRelease(ref int location, int value) => throw new NotSupportedException();

    bool IAtomics.CompareExchange(ref int location, int value, int expected) => throw new NotSupportedException();

    void IAtomics.Light() => throw new NotSupportedException();

    void IAtomics.Heavy() => throw new NotSupportedException();
}
