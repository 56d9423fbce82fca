using System.Runtime.CompilerServices;

namespace Pooling.Internal;

/// <summary>The processor's own accesses. Each use states what it pairs with.</summary>
internal readonly struct ProcessorAtomics : IAtomics
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Read(ref int location) => location;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long Read(ref long location, int name) => location;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(ref long location, long value, int name)
    {
        if (IntPtr.Size == sizeof(long))
            location = value;
        else
            Volatile.Write(ref location, value); // in one piece; others may compare with it
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadAcquire(ref int location) => Volatile.Read(ref location); // the caller states what it pairs with

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    // the caller states what it pairs with
    public long ReadAcquire(ref long location, int name) => Volatile.Read(ref location);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    // the caller states what it pairs with
    public void WriteRelease(ref int location, int value) => Volatile.Write(ref location, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    // the caller states what it pairs with
    public void WriteRelease(ref long location, long value, int name) => Volatile.Write(ref location, value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool CompareExchange(ref int location, int value, int expected) =>
        // pairs with itself in other threads: one of several ends a rental
        Interlocked.CompareExchange(ref location, value, expected) == expected;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool CompareExchange(ref long location, long value, long expected, int name) =>
        // pairs with itself in other threads: one of several gets the position, or ends the lease
        Interlocked.CompareExchange(ref location, value, expected) == expected;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Light() => ProcessBarrier.Light();

    public void Heavy() => ProcessBarrier.Heavy();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Load<T>(ref T slot, int name) => slot;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Store<T>(ref T slot, T item, int name) => slot = item;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LoadMany<T>(ReadOnlySpan<T> slots, Span<T> items, int name) => slots.CopyTo(items);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void StoreMany<T>(Span<T> slots, ReadOnlySpan<T> items, int name) => items.CopyTo(slots);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void ClearMany<T>(Span<T> slots, int name) => slots.Clear();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Retry()
    {
    }

    // Yields but never sleeps: the wait takes a few instructions unless the other thread was suspended. A sleep, even
    // of no time, would end with an exception if the thread is interrupted, in the middle of an operation that may have
    // moved some of its items.
    public void Wait(ref SpinWait spin)
    {
        if (spin.NextSpinWillYield)
            Thread.Yield();
        else
            spin.SpinOnce();
    }
}
