using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Floating-point numbers and GUIDs.</content>
public ref partial struct BufferReader
{
    private const int GuidLength = 16;

    /// <summary>Attempts to read a 32-bit floating-point number (4 bytes, little-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
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

    /// <summary>Reads a 32-bit floating-point number (4 bytes, little-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 4 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public float ReadSingleLittleEndian() => BitConverter.UInt32BitsToSingle(LittleEndian(ReadRaw<uint>()));

    /// <summary>Attempts to read a 32-bit floating-point number (4 bytes, big-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
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

    /// <summary>Reads a 32-bit floating-point number (4 bytes, big-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 4 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public float ReadSingleBigEndian() => BitConverter.UInt32BitsToSingle(BigEndian(ReadRaw<uint>()));

    /// <summary>Attempts to read a 64-bit floating-point number (8 bytes, little-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
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

    /// <summary>Reads a 64-bit floating-point number (8 bytes, little-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 8 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double ReadDoubleLittleEndian() => BitConverter.UInt64BitsToDouble(LittleEndian(ReadRaw<ulong>()));

    /// <summary>Attempts to read a 64-bit floating-point number (8 bytes, big-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
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

    /// <summary>Reads a 64-bit floating-point number (8 bytes, big-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 8 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double ReadDoubleBigEndian() => BitConverter.UInt64BitsToDouble(BigEndian(ReadRaw<ulong>()));

    /// <summary>Attempts to read a <see cref="Guid"/> (16 bytes) in the byte order of <see cref="Guid.ToByteArray()"/>,
    /// whose first three fields are little-endian.</summary>
    /// <param name="value">The GUID; <see cref="Guid.Empty"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
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

    /// <summary>Reads a <see cref="Guid"/> (16 bytes) in the byte order of <see cref="Guid.ToByteArray()"/>, whose
    /// first three fields are little-endian.</summary>
    /// <returns>The GUID.</returns>
    /// <exception cref="InvalidDataException">Fewer than 16 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Guid ReadGuidLittleEndian() => LittleEndian(ReadRaw<Guid>());

    /// <summary>Attempts to read a <see cref="Guid"/> (16 bytes) in the byte order of its text and of RFC 4122, in
    /// which all fields are big-endian.</summary>
    /// <param name="value">The GUID; <see cref="Guid.Empty"/> if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
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

    /// <summary>Reads a <see cref="Guid"/> (16 bytes) in the byte order of its text and of RFC 4122, in which all
    /// fields are big-endian.</summary>
    /// <returns>The GUID.</returns>
    /// <exception cref="InvalidDataException">Fewer than 16 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Guid ReadGuidBigEndian() => BigEndian(ReadRaw<Guid>());
}
