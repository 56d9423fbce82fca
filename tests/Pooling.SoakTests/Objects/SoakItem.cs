namespace Pooling.SoakTests.Objects;

/// <summary>An item that detects two renters at the same time, and disposal twice or while it is rented.</summary>
internal sealed class SoakItem : IDisposable
{
    private int _renters;
    private int _disposals;

    internal int Tag { get; init; }

    internal int Disposals => Volatile.Read(ref _disposals);

    internal void Take()
    {
        SoakException.ThrowUnless(Interlocked.Increment(ref _renters) == 1, "Two renters hold the same item.");
        SoakException.ThrowUnless(Disposals == 0, "A disposed item was handed out.");
    }

    internal void Give() =>
        SoakException.ThrowUnless(Interlocked.Decrement(ref _renters) == 0, "An item was given back that is not rented once.");

    public void Dispose()
    {
        SoakException.ThrowUnless(Volatile.Read(ref _renters) == 0, "A rented item was disposed.");
        SoakException.ThrowUnless(Interlocked.Increment(ref _disposals) == 1, "An item was disposed twice.");
    }
}
