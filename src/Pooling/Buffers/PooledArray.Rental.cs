using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>The form that pooled objects own: it goes from owner to owner, and a small array goes with it.</content>
public sealed partial class PooledArray<T>
{
    private const int LargestKeptBytes = 1024;
    private const int Idle = -1;

    internal static PooledArray<T> CreatePooled() => new();

    /// <summary>Begins a rental.</summary>
    internal void Open(int length)
    {
        T[]? kept = _array;
        if (kept is null || kept.Length < length)
            Replace(kept, length);

        _length = length;
    }

    /// <summary>Ends a rental. Does nothing if there is none.</summary>
    internal void Close()
    {
        int length = _length;
        if (length < 0)
            return;

        _length = Idle;
        T[] array = _array!;
        if ((long)array.Length * Unsafe.SizeOf<T>() > LargestKeptBytes)
        {
            _array = null;
            RentedArray.Return(_pool, array, _clears ? length : 0);
        }
        else if (_clears)
        {
            array.AsSpan(0, length).Clear();
        }
    }

    /// <summary>Gives up the array that it keeps while idle.</summary>
    internal void LetGo()
    {
        if (_array is not { } kept)
            return;

        _array = null;
        RentedArray.Return(_pool, kept, clear: 0);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Replace(T[]? kept, int length)
    {
        T[] array = length == 0 ? [] : RentedArray.Rent(_pool, length); // may throw: nothing has changed yet
        if (_clears)
            // others who use the array pool may have left references, which nobody here shall take for an owner's
            Array.Clear(array, 0, array.Length);

        _array = array;
        if (kept is not null)
            RentedArray.Return(_pool, kept, clear: 0);
    }
}
