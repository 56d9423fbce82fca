using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Integers of three bytes.</content>
public ref partial struct BufferReader
{
    private const int UInt24Length = 3;

    /// <summary>Attempts to read an unsigned 24-bit integer (3 bytes, little-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 3 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt24LittleEndian(out uint value)
    {
        if (Remaining < UInt24Length)
        {
            value = 0;
            return false;
        }

        value = Take<UInt24>().AsLittleEndian;
        return true;
    }

    /// <summary>Reads an unsigned 24-bit integer (3 bytes, little-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 3 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint ReadUInt24LittleEndian() => ReadRaw<UInt24>().AsLittleEndian;

    /// <summary>Attempts to read an unsigned 24-bit integer (3 bytes, big-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 3 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt24BigEndian(out uint value)
    {
        if (Remaining < UInt24Length)
        {
            value = 0;
            return false;
        }

        value = Take<UInt24>().AsBigEndian;
        return true;
    }

    /// <summary>Reads an unsigned 24-bit integer (3 bytes, big-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 3 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint ReadUInt24BigEndian() => ReadRaw<UInt24>().AsBigEndian;
}
