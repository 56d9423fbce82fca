using System.Runtime.CompilerServices;
using static Pooling.Buffers.ByteOrder;

namespace Pooling.Buffers;

/// <content>Fixed-length integers.</content>
public ref partial struct BufferReader
{
    /// <summary>Attempts to read a signed 16-bit integer (2 bytes, little-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 2 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt16LittleEndian(out short value)
    {
        if (Remaining < sizeof(ushort))
        {
            value = 0;
            return false;
        }

        value = (short)LittleEndian(Take<ushort>());
        return true;
    }

    /// <summary>Reads a signed 16-bit integer (2 bytes, little-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 2 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public short ReadInt16LittleEndian() => (short)LittleEndian(ReadRaw<ushort>());

    /// <summary>Attempts to read a signed 16-bit integer (2 bytes, big-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 2 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt16BigEndian(out short value)
    {
        if (Remaining < sizeof(ushort))
        {
            value = 0;
            return false;
        }

        value = (short)BigEndian(Take<ushort>());
        return true;
    }

    /// <summary>Reads a signed 16-bit integer (2 bytes, big-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 2 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public short ReadInt16BigEndian() => (short)BigEndian(ReadRaw<ushort>());

    /// <summary>Attempts to read an unsigned 16-bit integer (2 bytes, little-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 2 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt16LittleEndian(out ushort value)
    {
        if (Remaining < sizeof(ushort))
        {
            value = 0;
            return false;
        }

        value = LittleEndian(Take<ushort>());
        return true;
    }

    /// <summary>Reads an unsigned 16-bit integer (2 bytes, little-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 2 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ushort ReadUInt16LittleEndian() => LittleEndian(ReadRaw<ushort>());

    /// <summary>Attempts to read an unsigned 16-bit integer (2 bytes, big-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 2 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt16BigEndian(out ushort value)
    {
        if (Remaining < sizeof(ushort))
        {
            value = 0;
            return false;
        }

        value = BigEndian(Take<ushort>());
        return true;
    }

    /// <summary>Reads an unsigned 16-bit integer (2 bytes, big-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 2 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ushort ReadUInt16BigEndian() => BigEndian(ReadRaw<ushort>());

    /// <summary>Attempts to read a signed 32-bit integer (4 bytes, little-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt32LittleEndian(out int value)
    {
        if (Remaining < sizeof(uint))
        {
            value = 0;
            return false;
        }

        value = (int)LittleEndian(Take<uint>());
        return true;
    }

    /// <summary>Reads a signed 32-bit integer (4 bytes, little-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 4 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadInt32LittleEndian() => (int)LittleEndian(ReadRaw<uint>());

    /// <summary>Attempts to read a signed 32-bit integer (4 bytes, big-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt32BigEndian(out int value)
    {
        if (Remaining < sizeof(uint))
        {
            value = 0;
            return false;
        }

        value = (int)BigEndian(Take<uint>());
        return true;
    }

    /// <summary>Reads a signed 32-bit integer (4 bytes, big-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 4 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadInt32BigEndian() => (int)BigEndian(ReadRaw<uint>());

    /// <summary>Attempts to read an unsigned 32-bit integer (4 bytes, little-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt32LittleEndian(out uint value)
    {
        if (Remaining < sizeof(uint))
        {
            value = 0;
            return false;
        }

        value = LittleEndian(Take<uint>());
        return true;
    }

    /// <summary>Reads an unsigned 32-bit integer (4 bytes, little-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 4 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint ReadUInt32LittleEndian() => LittleEndian(ReadRaw<uint>());

    /// <summary>Attempts to read an unsigned 32-bit integer (4 bytes, big-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 4 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt32BigEndian(out uint value)
    {
        if (Remaining < sizeof(uint))
        {
            value = 0;
            return false;
        }

        value = BigEndian(Take<uint>());
        return true;
    }

    /// <summary>Reads an unsigned 32-bit integer (4 bytes, big-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 4 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint ReadUInt32BigEndian() => BigEndian(ReadRaw<uint>());

    /// <summary>Attempts to read a signed 64-bit integer (8 bytes, little-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt64LittleEndian(out long value)
    {
        if (Remaining < sizeof(ulong))
        {
            value = 0;
            return false;
        }

        value = (long)LittleEndian(Take<ulong>());
        return true;
    }

    /// <summary>Reads a signed 64-bit integer (8 bytes, little-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 8 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long ReadInt64LittleEndian() => (long)LittleEndian(ReadRaw<ulong>());

    /// <summary>Attempts to read a signed 64-bit integer (8 bytes, big-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadInt64BigEndian(out long value)
    {
        if (Remaining < sizeof(ulong))
        {
            value = 0;
            return false;
        }

        value = (long)BigEndian(Take<ulong>());
        return true;
    }

    /// <summary>Reads a signed 64-bit integer (8 bytes, big-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 8 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long ReadInt64BigEndian() => (long)BigEndian(ReadRaw<ulong>());

    /// <summary>Attempts to read an unsigned 64-bit integer (8 bytes, little-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt64LittleEndian(out ulong value)
    {
        if (Remaining < sizeof(ulong))
        {
            value = 0;
            return false;
        }

        value = LittleEndian(Take<ulong>());
        return true;
    }

    /// <summary>Reads an unsigned 64-bit integer (8 bytes, little-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 8 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong ReadUInt64LittleEndian() => LittleEndian(ReadRaw<ulong>());

    /// <summary>Attempts to read an unsigned 64-bit integer (8 bytes, big-endian).</summary>
    /// <param name="value">The number; 0 if this method returns <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if fewer than 8 bytes are left; the position is then unchanged.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadUInt64BigEndian(out ulong value)
    {
        if (Remaining < sizeof(ulong))
        {
            value = 0;
            return false;
        }

        value = BigEndian(Take<ulong>());
        return true;
    }

    /// <summary>Reads an unsigned 64-bit integer (8 bytes, big-endian).</summary>
    /// <returns>The number.</returns>
    /// <exception cref="InvalidDataException">Fewer than 8 bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong ReadUInt64BigEndian() => BigEndian(ReadRaw<ulong>());
}
