using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>The right to fill in, once, bytes that <see cref="SegmentedBufferWriter.Reserve"/> left free. They may lie across
/// chunks.</summary>
/// <remarks>
/// <para>Ownership: whoever holds it patches it, once; copies are the same reservation. Once it was patched, or what it stands in was
/// reset, truncated, detached, disposed or returned, every member throws and changes nothing, also when somebody else rents the same
/// writer. Reservations are patched in any order.</para>
/// <para>Every method checks first and throws before anything changes; the reservation stays open then.</para>
/// <para>Thread safety: that of the writer, one thread at a time.</para>
/// <para>Allocation: none.</para>
/// </remarks>
public readonly struct SegmentReservation : IEquatable<SegmentReservation>
{
    private readonly SegmentedBufferWriter? _writer;
    private readonly long _serial;

    internal SegmentReservation(SegmentedBufferWriter writer, long serial)
    {
        _writer = writer;
        _serial = serial;
    }

    /// <summary>The bytes reserved.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public int Length => Writer.ReservedLength(_serial);

    /// <summary>The bytes written behind the reserved ones so far: what a length in front of them counts.</summary>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public long WrittenSince => Writer.WrittenSince(_serial);

    private SegmentedBufferWriter Writer
    {
        get
        {
            SegmentedBufferWriter? writer = _writer;
            if (writer is null)
                ThrowDefault();

            return writer;
        }
    }

    /// <summary>Whether two reservations are the same, open or not.</summary>
    /// <param name="left">A reservation.</param>
    /// <param name="right">Another reservation.</param>
    /// <returns><see langword="true"/> if one is a copy of the other.</returns>
    public static bool operator ==(SegmentReservation left, SegmentReservation right) => left.Equals(right);

    /// <summary>Whether two reservations are different ones.</summary>
    /// <param name="left">A reservation.</param>
    /// <param name="right">Another reservation.</param>
    /// <returns><see langword="false"/> if one is a copy of the other.</returns>
    public static bool operator !=(SegmentReservation left, SegmentReservation right) => !left.Equals(right);

    /// <summary>Fills in the reserved bytes.</summary>
    /// <param name="bytes">Exactly as many as were reserved, copied.</param>
    /// <exception cref="ArgumentException"><paramref name="bytes"/> are more or fewer; the reservation stays open.</exception>
    /// <exception cref="InvalidOperationException">The reservation was patched, has ended, or is the default value.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void Patch(ReadOnlySpan<byte> bytes) => Writer.Patch(_serial, bytes);

    /// <summary>Fills in a signed integer in all reserved bytes, the lowest first.</summary>
    /// <param name="value">The number, which must fit as signed or as unsigned.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLittleEndian(long value) => PatchSigned(value, isBigEndian: false);

    /// <summary>Fills in an unsigned integer in all reserved bytes, the lowest first.</summary>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLittleEndian(ulong value) => PatchUnsigned(value, isBigEndian: false);

    /// <summary>Fills in a signed integer in all reserved bytes, the highest first.</summary>
    /// <param name="value">The number, which must fit as signed or as unsigned.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchBigEndian(long value) => PatchSigned(value, isBigEndian: true);

    /// <summary>Fills in an unsigned integer in all reserved bytes, the highest first.</summary>
    /// <param name="value">The number.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="value"/> does not fit.</exception>
    /// <exception cref="InvalidOperationException">None or more than 8 bytes are reserved; or the reservation is not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchBigEndian(ulong value) => PatchUnsigned(value, isBigEndian: true);

    /// <summary>Fills in the count of bytes written since, in all reserved bytes, the lowest first.</summary>
    /// <param name="extra">Is added to the count: what the length covers besides, such as the reserved bytes themselves. May be
    /// negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, none or more than 8 bytes are reserved, or the reservation is
    /// not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLengthLittleEndian(int extra = 0) => PatchLength(extra, isBigEndian: false);

    /// <summary>Fills in the count of bytes written since, in all reserved bytes, the highest first.</summary>
    /// <param name="extra">Is added to the count: what the length covers besides, such as the reserved bytes themselves. May be
    /// negative.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="extra"/> makes the length negative.</exception>
    /// <exception cref="InvalidOperationException">The length does not fit, none or more than 8 bytes are reserved, or the reservation is
    /// not open.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void PatchLengthBigEndian(int extra = 0) => PatchLength(extra, isBigEndian: true);

    /// <inheritdoc/>
    public bool Equals(SegmentReservation other) => _writer == other._writer && _serial == other._serial;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is SegmentReservation other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_writer!) ^ _serial.GetHashCode();

    private void PatchSigned(long value, bool isBigEndian)
    {
        int length = IntegerLength();
        int unused = 64 - (length * 8);
        if (value >= 0 ? (ulong)value > ulong.MaxValue >> unused : value < long.MinValue >> unused)
            ThrowDoesNotFit(value, length);

        Put((ulong)value, length, isBigEndian);
    }

    private void PatchUnsigned(ulong value, bool isBigEndian)
    {
        int length = IntegerLength();
        if (value > ulong.MaxValue >> (64 - (length * 8)))
            ThrowDoesNotFit(value, length);

        Put(value, length, isBigEndian);
    }

    private void PatchLength(int extra, bool isBigEndian)
    {
        int length = IntegerLength();
        long written = WrittenSince;
        long value = written + extra;
        if (value < 0)
            Throw.ArgumentOutOfRange(nameof(extra), extra, $"{written} bytes were written; with {extra} the length is negative.");

        if ((ulong)value > ulong.MaxValue >> (64 - (length * 8)))
            Throw.InvalidOperation($"The length {value} does not fit into the {length} bytes that are reserved for it.");

        Put((ulong)value, length, isBigEndian);
    }

    private int IntegerLength()
    {
        int length = Length;
        if ((uint)(length - 1) >= sizeof(ulong))
            Throw.InvalidOperation($"An integer takes 1 to {sizeof(ulong)} bytes; {length} are reserved.");

        return length;
    }

    private void Put(ulong value, int length, bool isBigEndian)
    {
        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        for (int i = 0; i < length; i++, value >>= 8)
            bytes[isBigEndian ? length - 1 - i : i] = (byte)value;

        Patch(bytes.Slice(0, length));
    }

    [DoesNotReturn]
    private static void ThrowDefault() => Throw.InvalidOperation("This is the default value: reservations are made by Reserve.");

    [DoesNotReturn]
    private static void ThrowDoesNotFit(object value, int length) =>
        Throw.ArgumentOutOfRange(nameof(value), value, $"{value} does not fit into the {length} bytes that are reserved.");
}
