using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>What a writer keeps and learns from one rental to the next.</content>
public sealed partial class PooledArrayBufferWriter
{
    // Rentals from one look at the array to the next, unless it grew.
    private const int ReviewInterval = 64;

    // An array that is more than this many times as long as recent messages is given back, unless it is short anyway.
    private const int TooLarge = 4;
    private const int ShortAnyway = 4096;

    private readonly BufferRetention? _retention; // null: owned, not rented
    private readonly ByteBudget? _budget; // that of the retention, one load nearer
    private int _lastLength; // of the longest message between the last two reviews
    private int _recentLength; // the same, but halving from review to review, so that now and then a long message keeps its array

    internal PooledArrayBufferWriter(BufferRetention retention)
        : base(retention.ArrayPool, retention.MaxCapacity, retention.ClearOnReturn, isRented: true, new Charge(retention.Budget))
    {
        _retention = retention;
        _budget = retention.Budget;
        _startCapacity = retention.StartCapacity(retention.UsualLength);
        ((Charge)_charge!).Owner = this;
    }

    /// <summary>Whether its array is not counted any more, so that it must not be kept: it was finalized once.</summary>
    internal bool IsUncounted => _charge!.IsOver;

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

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Review(BufferRetention retention)
    {
        int length = Math.Max(_largest, _written);
        int longestKept = retention.MaxRetainedCapacity;

        // What is too long to keep is learned only if it came twice in a row: one hostile message must not make others rent as much.
        _startCapacity = retention.StartCapacity(Math.Min(length, Math.Max(_lastLength, longestKept)));
        _lastLength = length;
        _recentLength = Math.Max(Math.Min(length, longestKept), _recentLength / 2);
        _largest = 0;
        _endsUntilReview = ReviewInterval;
        retention.Record(length);
        TrimReservations();

        long held = _array?.Length ?? 0;
        if (held > longestKept || (held > ShortAnyway && held / TooLarge > Math.Max(_recentLength, retention.InitialCapacity)))
            ReleaseArray();
    }

    private sealed class Charge(ByteBudget budget) : ArrayCharge(budget)
    {
        internal PooledArrayBufferWriter? Owner { get; set; }

        protected override bool IsOwnerIdle => Owner is { Rental: 0 };

        protected override void OnOver() => Owner?._isPlain = false; // so that each rental ends the long way, which looks
    }
}
