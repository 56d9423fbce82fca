using System.Buffers;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Boolean values, decimals, times and 128-bit integers.</content>
public static partial class SequenceReaderExtensions
{
    /// <summary>Attempts to read a Boolean value (1 byte): any byte other than 0 is <see langword="true"/>.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The value; <see langword="false"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if no byte is left; the position is then unchanged.</returns>
    public static bool TryReadBoolean(this ref SequenceReader<byte> reader, out bool value)
    {
        bool isRead = TryReadRaw(ref reader, out byte raw);
        value = raw != 0;
        return isRead;
    }

    /// <summary>Attempts to read a <see cref="decimal"/> (16 bytes, little-endian) as <see cref="BinaryWriter"/> does:
    /// the lower, middle and upper 32 bits of the number, then its sign and scale.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">No decimal has these bits. The position is unchanged.</exception>
    public static bool TryReadDecimalLittleEndian(this ref SequenceReader<byte> reader, out decimal value) =>
        TryReadValid(ref reader, out value, static (Bits128 raw) => LittleEndian(raw).ToDecimal());

    /// <summary>Attempts to read a <see cref="decimal"/> (16 bytes, big-endian): its sign and scale, then the upper,
    /// middle and lower 32 bits of the number.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">No decimal has these bits. The position is unchanged.</exception>
    public static bool TryReadDecimalBigEndian(this ref SequenceReader<byte> reader, out decimal value) =>
        TryReadValid(ref reader, out value, static (Bits128 raw) => BigEndian(raw).ToDecimal());

    /// <summary>Attempts to read a time (8 bytes, little-endian) as the integer of <see cref="DateTime.ToBinary"/>,
    /// which holds its kind. A local time is that of the machine that reads it.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The time; <see cref="DateTime.MinValue"/> if this method returns
    /// <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">No time has these bits. The position is unchanged.</exception>
    public static bool TryReadDateTimeLittleEndian(this ref SequenceReader<byte> reader, out DateTime value) =>
        TryReadValid(ref reader, out value, static (ulong raw) => DateTimeBits.ToDateTime(LittleEndian(raw)));

    /// <summary>Attempts to read a time (8 bytes, big-endian) as the integer of <see cref="DateTime.ToBinary"/>, which
    /// holds its kind. A local time is that of the machine that reads it.</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The time; <see cref="DateTime.MinValue"/> if this method returns
    /// <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">No time has these bits. The position is unchanged.</exception>
    public static bool TryReadDateTimeBigEndian(this ref SequenceReader<byte> reader, out DateTime value) =>
        TryReadValid(ref reader, out value, static (ulong raw) => DateTimeBits.ToDateTime(BigEndian(raw)));

    /// <summary>Attempts to read a signed 128-bit integer (16 bytes, little-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadInt128LittleEndian(this ref SequenceReader<byte> reader, out Int128 value)
    {
        bool isRead = TryReadRaw(ref reader, out Bits128 raw);
        value = LittleEndian(raw).ToInt128();
        return isRead;
    }

    /// <summary>Attempts to read a signed 128-bit integer (16 bytes, big-endian).</summary>
    /// <param name="reader">The reader.</param>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
    public static bool TryReadInt128BigEndian(this ref SequenceReader<byte> reader, out Int128 value)
    {
        bool isRead = TryReadRaw(ref reader, out Bits128 raw);
        value = BigEndian(raw).ToInt128();
        return isRead;
    }

    /// <summary>Reads bits that need not be those of a value. If they are not, the position is unchanged.</summary>
    private static bool TryReadValid<TRaw, T>(
        ref SequenceReader<byte> reader, out T? value, Func<TRaw, T> convert) where TRaw : unmanaged
    {
        SequenceReader<byte> ahead = reader;
        bool isRead = TryReadRaw(ref ahead, out TRaw raw);
        value = isRead ? convert(raw) : default;
        reader = ahead;
        return isRead;
    }
}
