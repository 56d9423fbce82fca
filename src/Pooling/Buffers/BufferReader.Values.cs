using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Boolean values, decimals and times.</content>
public ref partial struct BufferReader
{
    /// <summary>Attempts to read a Boolean value (1 byte): any byte other than 0 is <see langword="true"/>.</summary>
    /// <param name="value">The value; <see langword="false"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if no byte is left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadBoolean(out bool value)
    {
        if (Remaining < sizeof(byte))
        {
            value = default;
            return false;
        }

        value = Take<byte>() != 0;
        return true;
    }

    /// <summary>Reads a Boolean value (1 byte): any byte other than 0 is <see langword="true"/>.</summary>
    /// <returns>The value.</returns>
    /// <exception cref="InvalidDataException">No byte is left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool ReadBoolean() => ReadRaw<byte>() != 0;

    /// <summary>Attempts to read a <see cref="decimal"/> (16 bytes, little-endian) as <see cref="BinaryWriter"/> does:
    /// the lower, middle and upper 32 bits of the number, then its sign and scale.</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">No decimal has these bits. The position is unchanged.</exception>
    public bool TryReadDecimalLittleEndian(out decimal value)
    {
        if (Remaining < Bits128.Size)
        {
            value = default;
            return false;
        }

        value = LittleEndian(Peek<Bits128>(_position)).ToDecimal();
        _position += Bits128.Size;
        return true;
    }

    /// <summary>Reads a <see cref="decimal"/> (16 bytes, little-endian) as <see cref="BinaryWriter"/> does: the
    /// lower, middle and upper 32 bits of the number, then its sign and scale.</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 16 bytes are left, or no decimal has these bits.</exception>
    public decimal ReadDecimalLittleEndian()
    {
        if (!TryReadDecimalLittleEndian(out decimal value))
            ThrowEnd(Bits128.Size, _position, Remaining);

        return value;
    }

    /// <summary>Attempts to read a <see cref="decimal"/> (16 bytes, big-endian): its sign and scale, then the upper,
    /// middle and lower 32 bits of the number.</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">No decimal has these bits. The position is unchanged.</exception>
    public bool TryReadDecimalBigEndian(out decimal value)
    {
        if (Remaining < Bits128.Size)
        {
            value = default;
            return false;
        }

        value = BigEndian(Peek<Bits128>(_position)).ToDecimal();
        _position += Bits128.Size;
        return true;
    }

    /// <summary>Reads a <see cref="decimal"/> (16 bytes, big-endian): its sign and scale, then the upper, middle and
    /// lower 32 bits of the number.</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 16 bytes are left, or no decimal has these bits.</exception>
    public decimal ReadDecimalBigEndian()
    {
        if (!TryReadDecimalBigEndian(out decimal value))
            ThrowEnd(Bits128.Size, _position, Remaining);

        return value;
    }

    /// <summary>Attempts to read a time (8 bytes, little-endian) as the integer of <see cref="DateTime.ToBinary"/>,
    /// which holds its kind. A local time is that of the machine that reads it.</summary>
    /// <param name="value">The time; <see cref="DateTime.MinValue"/> if this method returns
    /// <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">No time has these bits. The position is unchanged.</exception>
    public bool TryReadDateTimeLittleEndian(out DateTime value)
    {
        if (Remaining < sizeof(ulong))
        {
            value = default;
            return false;
        }

        value = DateTimeBits.ToDateTime(LittleEndian(Peek<ulong>(_position)));
        _position += sizeof(ulong);
        return true;
    }

    /// <summary>Reads a time (8 bytes, little-endian) as the integer of <see cref="DateTime.ToBinary"/>, which holds
    /// its kind. A local time is that of the machine that reads it.</summary>
    /// <returns>The time.</returns>
    /// <exception cref="InvalidDataException">Fewer than 8 bytes are left, or no time has these bits.</exception>
    public DateTime ReadDateTimeLittleEndian()
    {
        if (!TryReadDateTimeLittleEndian(out DateTime value))
            ThrowEnd(sizeof(ulong), _position, Remaining);

        return value;
    }

    /// <summary>Attempts to read a time (8 bytes, big-endian) as the integer of <see cref="DateTime.ToBinary"/>, which
    /// holds its kind. A local time is that of the machine that reads it.</summary>
    /// <param name="value">The time; <see cref="DateTime.MinValue"/> if this method returns
    /// <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    /// <exception cref="InvalidDataException">No time has these bits. The position is unchanged.</exception>
    public bool TryReadDateTimeBigEndian(out DateTime value)
    {
        if (Remaining < sizeof(ulong))
        {
            value = default;
            return false;
        }

        value = DateTimeBits.ToDateTime(BigEndian(Peek<ulong>(_position)));
        _position += sizeof(ulong);
        return true;
    }

    /// <summary>Reads a time (8 bytes, big-endian) as the integer of <see cref="DateTime.ToBinary"/>, which holds its
    /// kind. A local time is that of the machine that reads it.</summary>
    /// <returns>The time.</returns>
    /// <exception cref="InvalidDataException">Fewer than 8 bytes are left, or no time has these bits.</exception>
    public DateTime ReadDateTimeBigEndian()
    {
        if (!TryReadDateTimeBigEndian(out DateTime value))
            ThrowEnd(sizeof(ulong), _position, Remaining);

        return value;
    }
}
