using System.Buffers;

namespace Pooling.Doubles;

/// <summary>A broken pool. Its arrays are one item shorter than requested.</summary>
internal sealed class ShortArrayPool<T> : ArrayPool<T>
{
    internal int Returned { get; private set; }

    public override T[] Rent(int minimumLength) => new T[minimumLength - 1];

    public override void Return(T[] array, bool clearArray = false) => Returned++;
}
