using System.Buffers;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>The form that pooled objects own. It moves from owner to owner together with an array: a small one, or a
/// larger one of references as long as all idle ones of the item type together stay within a limit. An array from the
/// array pool must be cleared before use, because others may have left references in it, and again when it is returned;
/// an array that is kept is cleared once.</content>
public sealed partial class PooledArray<T>
{
    private const int LargestSmallBytes = 1024;
    private const int LargestKeptBytes = 64 * 1024;
    private const int MaxChargedBytes = 1024 * 1024;
    private const int Idle = -1;
    private const int IdleAndCharged = -2; // keeps a larger array

    private static int s_charged; // the bytes of all larger arrays that idle ones keep; never more than MaxChargedBytes

    /// <summary>The bytes of all larger arrays that idle ones keep. For tests.</summary>
    // pairs with the additions in TryCharge and Uncharge
    internal static int ChargedBytes => Volatile.Read(ref s_charged);

    private ArrayPool<T> Pool => _pool ?? ArrayPool<T>.Shared;

    internal static PooledArray<T> CreatePooled(bool isUnscoped) => new(isUnscoped);

    /// <summary>Begins a rental.</summary>
    internal void Open(int length)
    {
        T[]? kept = _array;
        if (kept is null || kept.Length < length)
            Replace(kept, length);
        else if (_length == IdleAndCharged)
            OpenLarger(kept, length);

        _length = length;
    }

    /// <summary>Ends a rental. Has no effect if there is none.</summary>
    internal void Close()
    {
        int length = _length;
        if (length < 0)
            return;

        _length = Idle;
        T[] array = _array!;
        long bytes = (long)array.Length * Unsafe.SizeOf<T>();
        if (bytes > LargestSmallBytes && !TryCharge(bytes))
        {
            _array = null;
            RentedArray.Return(Pool, array, _clears ? length : 0);
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
        GiveBack(kept);
    }

    /// <summary>Uses a larger array again if the rental needs at least half of it: the next ones may keep others, since
    /// rented ones are not charged.</summary>
    private void OpenLarger(T[] kept, int length)
    {
        if (RentedArray.IsTooLongFor(kept, length))
            Replace(kept, length);
        else
            Discharge(kept);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Replace(T[]? kept, int length)
    {
        T[] array = length == 0 ? [] : RentedArray.Rent(Pool, length); // may throw: nothing has changed yet
        if (_clears)
        {
            // others may have left references in the array pool's array, which must not be mistaken for the owner's
            Array.Clear(array, 0, array.Length);
        }

        _array = array;
        if (kept is not null)
            GiveBack(kept);
    }

    private void GiveBack(T[] kept)
    {
        Discharge(kept);
        RentedArray.Return(Pool, kept, clear: 0);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool TryCharge(long bytes)
    {
        if (!_clears || bytes > LargestKeptBytes)
            return false;

        int charged = (int)bytes;
        if (Interlocked.Add(ref s_charged, charged) > MaxChargedBytes) // pairs with itself, here and in Uncharge
        {
            Interlocked.Add(ref s_charged, -charged);
            return false;
        }

        _length = IdleAndCharged;
        return true;
    }

    /// <summary>Discharges the array once, even if a stale reference is disposed in the meantime.</summary>
    private void Discharge(T[] array)
    {
        if (SingleTake.TryReplace(ref _length, Idle, IdleAndCharged, _gate))
            Uncharge(array);
    }

    private static void Uncharge(T[] array) =>
        Interlocked.Add(ref s_charged, -array.Length * Unsafe.SizeOf<T>()); // pairs with the addition in TryCharge
}
