using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>What a writer keeps and learns from one rental to the next.</content>
public sealed partial class PooledArrayBufferWriter<T>
{
    // Rentals from one look at the array to the next, unless it grew.
    private const int ReviewInterval = 64;

    private readonly WriterRetention? _retention; // null: owned; else a pool's, whose writers are of bytes
    private readonly ByteBudget? _budget; // that of the retention, two loads nearer

    /// <summary>Whether its array is not counted any more, so that it must not be kept: it was finalized once.</summary>
    internal bool IsUncounted => _retention!.IsOver;

    /// <summary>The bytes that this writer keeps alive while it is idle; 0 if it was rented meanwhile.</summary>
    internal long RetainedBytes => Rental == 0 && _array is { } array ? array.Length : 0;

    /// <summary>Opens the writer for its renter, empty.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void BeginRental() => Open();

    /// <summary>Closes the writer, if there is nothing more to do.</summary>
    /// <returns><see langword="false"/> if there is: call <see cref="EndRental"/>. Nothing was changed then.</returns>
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

    /// <summary>Closes the writer, and gives an array back that is too large to keep.</summary>
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

    /// <summary>Lets the writer go with its array.</summary>
    internal void EndForGood() => Release();

    /// <summary>Lets each rental end the long way, which looks at everything.</summary>
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
