using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>What a writer keeps and learns between rentals.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    // The number of rentals between reviews of the array, unless it grew.
    private const int ReviewInterval = 64;

    private readonly WriterRetention? _retention; // null: owned; otherwise that of a pool, whose writers are of bytes
    private readonly ByteBudget? _budget; // the budget of the retention, to save two loads

    /// <summary>Whether its array was finalized and is no longer counted, so that it must not be kept.</summary>
    internal bool IsUncounted => _retention!.IsOver;

    /// <summary>The number of bytes that this writer keeps alive while idle; 0 if it was rented in the
    /// meantime.</summary>
    internal long RetainedBytes => Rental == 0 && _array is { } array ? array.Length : 0;

    /// <summary>Opens the writer for its renter, empty.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void BeginRental() => Open();

    /// <summary>Closes the writer if there is nothing else to do.</summary>
    /// <returns><see langword="false"/> if there is: call <see cref="EndRental"/>. Nothing was changed.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryEndRental()
    {
        int ends = _endsUntilReview;
        if (ends <= 0 || _written > _largest || !_isPlain || _budget!.IsExceeded)
            return false;

        _endsUntilReview = ends - 1;
        Close();
        return true;
    }

    /// <summary>Closes the writer, and returns an array that is too large to keep.</summary>
    internal void EndRental()
    {
        BeginClose();
        if (--_endsUntilReview < 0)
            Review(_retention!);

        if (_budget!.IsExceeded)
            ReleaseArray();

        Empty();
        Close();
    }

    /// <summary>Releases the writer with its array.</summary>
    internal void EndForGood() => Release();

    /// <summary>Makes each rental end on the slow path, which checks everything.</summary>
    internal void EndWithCare() => _isPlain = false;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Review(WriterRetention retention)
    {
        _startCapacity = retention.Review(Math.Max(_largest, _written));
        _largest = 0;
        _endsUntilReview = ReviewInterval;
        TrimReservations();
        if (retention.IsTooLarge(_array?.Length ?? 0))
            ReleaseArray();
    }
}
