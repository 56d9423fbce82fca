using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>128-bit integers.</content>
public ref partial struct BufferReader
{
    /// <summary>Attempts to read a signed 128-bit integer (16 bytes, little-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt128LittleEndian(out Int128 value)
    {
        if (Remaining < Bits128.Size)
        {
            value = default;
            return false;
        }

        value = LittleEndian(Take<Bits128>()).ToInt128();
        return true;
    }

    /// <summary>Reads a signed 128-bit integer (16 bytes, little-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 16 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Int128 ReadInt128LittleEndian() => LittleEndian(ReadRaw<Bits128>()).ToInt128();

    /// <summary>Attempts to read a signed 128-bit integer (16 bytes, big-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 16 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt128BigEndian(out Int128 value)
    {
        if (Remaining < Bits128.Size)
        {
            value = default;
            return false;
        }

        value = BigEndian(Take<Bits128>()).ToInt128();
        return true;
    }

    /// <summary>Reads a signed 128-bit integer (16 bytes, big-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 16 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Int128 ReadInt128BigEndian() => BigEndian(ReadRaw<Bits128>()).ToInt128();
}
