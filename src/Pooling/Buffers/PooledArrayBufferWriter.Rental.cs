using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>What a writer keeps and learns from one rental to the next.</content>
public sealed partial class PooledArrayBufferWriter
{
    // Rentals from one look at the array to the next, unless it grew.
    private const int ReviewInterval = 64;

    // An array that is more than this many times as long as recent messages is given back.
    private const int TooLarge = 4;

    private readonly BufferRetention? _retention; // null: owned, not rented
    private int _recentLength; // of the longest recent message; halves from review to review

    internal PooledArrayBufferWriter(BufferRetention retention)
        : base(retention.ArrayPool, retention.MaxCapacity, retention.ClearOnReturn, isRented: true)
    {
        _retention = retention;
        _startCapacity = retention.StartCapacity(retention.RecentLength);
    }

    /// <summary>The bytes that this writer keeps alive.</summary>
    internal long RetainedBytes => _array?.Length ?? 0;

    /// <summary>Empties the writer for its next renter, and gives an array back that is too large to keep.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void EndRental()
    {
        if (--_endsUntilReview < 0)
            Review(_retention!);

        Empty();
    }

    /// <summary>Lets the writer go with its array.</summary>
    internal void EndForGood() => Release();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Review(BufferRetention retention)
    {
        _recentLength = Math.Max(Math.Max(_largest, _written), _recentLength / 2);
        _largest = 0;
        _endsUntilReview = ReviewInterval;
        _startCapacity = retention.StartCapacity(_recentLength);
        retention.RecentLength = _recentLength;

        long length = RetainedBytes;
        if (length > retention.MaximumRetainedCapacity || length / TooLarge > _startCapacity)
            ReleaseArray();
    }
}
