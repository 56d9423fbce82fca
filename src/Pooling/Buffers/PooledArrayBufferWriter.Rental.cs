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
    private int _lastLength; // of the longest message between the last two reviews
    private int _recentLength; // the same, but halving from review to review, so that now and then a long message keeps its array

    internal PooledArrayBufferWriter(BufferRetention retention)
        : base(retention.ArrayPool, retention.MaxCapacity, retention.ClearOnReturn, isRented: true)
    {
        _retention = retention;
        _startCapacity = retention.StartCapacity(retention.UsualLength);
    }

    /// <summary>The bytes that this writer keeps alive.</summary>
    internal long RetainedBytes => _array?.Length ?? 0;

    /// <summary>Tells one rental from the next, for what must not outlive it.</summary>
    internal int Rental { get; private set; }

    /// <summary>Empties the writer for its next renter, if there is nothing to it but to forget how much was written.</summary>
    /// <returns><see langword="false"/> if there is more to do: call <see cref="EndRental"/>. Nothing was changed then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryEndRental()
    {
        int ends = _endsUntilReview;
        if (ends <= 0 || _written > _largest || !IsPlain)
            return false;

        _endsUntilReview = ends - 1;
        Rental++;
        _written = 0;
        return true;
    }

    /// <summary>Empties the writer for its next renter, and gives an array back that is too large to keep.</summary>
    internal void EndRental()
    {
        Rental++;
        if (--_endsUntilReview < 0)
            Review(_retention!);

        Empty();
    }

    /// <summary>Lets the writer go with its array.</summary>
    internal void EndForGood() => Release();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Review(BufferRetention retention)
    {
        int length = Math.Max(_largest, _written);
        int longestKept = retention.MaximumRetainedCapacity;

        // What is too long to keep is learned only if it came twice in a row: one hostile message must not make others rent as much.
        _startCapacity = retention.StartCapacity(Math.Min(length, Math.Max(_lastLength, longestKept)));
        _lastLength = length;
        _recentLength = Math.Max(Math.Min(length, longestKept), _recentLength / 2);
        _largest = 0;
        _endsUntilReview = ReviewInterval;
        retention.Learn(length);
        TrimReservations();

        long held = RetainedBytes;
        if (held > longestKept || (held > ShortAnyway && held / TooLarge > Math.Max(_recentLength, retention.InitialCapacity)))
            ReleaseArray();
    }
}
