using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Floating-point numbers and Guids.</content>
public ref partial struct BufferReader
{
    private const int GuidLength = 16;

    /// <summary>Attempts to read a 32-bit floating-point number of 4 bytes, the lowest first.</summary>
    /// <param name="value">The number; 0 if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is unchanged then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadSingleLittleEndian(out float value)
    {
        if (Remaining < sizeof(uint))
        {
            value = 0;
            return false;
        }

        value = BitConverter.UInt32BitsToSingle(LittleEndian(Take<uint>()));
        return true;
    }

    /// <summary>Reads a 32-bit floating-point number of 4 bytes, the lowest first.</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 4 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public float ReadSingleLittleEndian() => BitConverter.UInt32BitsToSingle(LittleEndian(ReadRaw<uint>()));

    /// <summary>Attempts to read a 32-bit floating-point number of 4 bytes, the highest first.</summary>
    /// <param name="value">The number; 0 if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is unchanged then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadSingleBigEndian(out float value)
    {
        if (Remaining < sizeof(uint))
        {
            value = 0;
            return false;
        }

        value = BitConverter.UInt32BitsToSingle(BigEndian(Take<uint>()));
        return true;
    }

    /// <summary>Reads a 32-bit floating-point number of 4 bytes, the highest first.</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 4 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public float ReadSingleBigEndian() => BitConverter.UInt32BitsToSingle(BigEndian(ReadRaw<uint>()));

    /// <summary>Attempts to read a 64-bit floating-point number of 8 bytes, the lowest first.</summary>
    /// <param name="value">The number; 0 if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is unchanged then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadDoubleLittleEndian(out double value)
    {
        if (Remaining < sizeof(ulong))
        {
            value = 0;
            return false;
        }

        value = BitConverter.UInt64BitsToDouble(LittleEndian(Take<ulong>()));
        return true;
    }

    /// <summary>Reads a 64-bit floating-point number of 8 bytes, the lowest first.</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 8 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double ReadDoubleLittleEndian() => BitConverter.UInt64BitsToDouble(LittleEndian(ReadRaw<ulong>()));

    /// <summary>Attempts to read a 64-bit floating-point number of 8 bytes, the highest first.</summary>
    /// <param name="value">The number; 0 if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is unchanged then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadDoubleBigEndian(out double value)
    {
        if (Remaining < sizeof(ulong))
        {
            value = 0;
            return false;
        }

        value = BitConverter.UInt64BitsToDouble(BigEndian(Take<ulong>()));
        return true;
    }

    /// <summary>Reads a 64-bit floating-point number of 8 bytes, the highest first.</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 8 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double ReadDoubleBigEndian() => BitConverter.UInt64BitsToDouble(BigEndian(ReadRaw<ulong>()));

    /// <summary>Attempts to read a Guid of 16 bytes in the order of <see cref="Guid.ToByteArray()"/>: its first three fields with the
    /// lowest byte first.</summary>
    /// <param name="value">The Guid; <see cref="Guid.Empty"/> if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is unchanged then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadGuidLittleEndian(out Guid value)
    {
        if (Remaining < GuidLength)
        {
            value = default;
            return false;
        }

        value = LittleEndian(Take<Guid>());
        return true;
    }

    /// <summary>Reads a Guid of 16 bytes in the order of <see cref="Guid.ToByteArray()"/>: its first three fields with the lowest byte
    /// first.</summary>
    /// <returns>The Guid.</returns>
    /// <exception cref="InvalidDataException">Fewer than 16 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Guid ReadGuidLittleEndian() => LittleEndian(ReadRaw<Guid>());

    /// <summary>Attempts to read a Guid of 16 bytes in the order of its text, which is that of RFC 4122: all fields with the highest byte
    /// first.</summary>
    /// <param name="value">The Guid; <see cref="Guid.Empty"/> if there is none.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is unchanged then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadGuidBigEndian(out Guid value)
    {
        if (Remaining < GuidLength)
        {
            value = default;
            return false;
        }

        value = BigEndian(Take<Guid>());
        return true;
    }

    /// <summary>Reads a Guid of 16 bytes in the order of its text, which is that of RFC 4122: all fields with the highest byte
    /// first.</summary>
    /// <returns>The Guid.</returns>
    /// <exception cref="InvalidDataException">Fewer than 16 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Guid ReadGuidBigEndian() => BigEndian(ReadRaw<Guid>());
}
