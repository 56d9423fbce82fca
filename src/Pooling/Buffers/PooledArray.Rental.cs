using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>The form that pooled objects own: it goes from owner to owner, and a small array goes with it.</content>
public sealed partial class PooledArray<T>
{
    private const int LargestKeptBytes = 1024;

    internal static PooledArray<T> CreatePooled() => new();

    /// <summary>Begins a rental.</summary>
    internal void Open(int length)
    {
        T[]? kept = _kept;
        if (kept is null || kept.Length < length)
        {
            T[] array = length == 0 ? [] : RentedArray.Rent(_pool, length); // may throw: nothing has changed yet
            if (_clears)
                Array.Clear(array, 0, array.Length); // others who use the array pool may have left references, which nobody here shall take for an owner's

            LetGo();
            kept = array;
        }

        _kept = null;
        _length = length;
        _array = kept;
    }

    /// <summary>Ends a rental. Does nothing if there is none.</summary>
    internal void Close()
    {
        if (_array is not { } array)
            return;

        _array = null;
        int clear = _clears ? _length : 0;
        if ((long)array.Length * Unsafe.SizeOf<T>() > LargestKeptBytes)
        {
            RentedArray.Return(_pool, array, clear);
            return;
        }

        array.AsSpan(0, clear).Clear();
        _kept = array;
    }

    /// <summary>Gives up the array that it keeps while idle.</summary>
    internal void LetGo()
    {
        T[]? kept = _kept;
        _kept = null;
        if (kept is not null)
            RentedArray.Return(_pool, kept, clear: 0);
    }
}
