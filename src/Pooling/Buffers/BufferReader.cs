using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>Reads from a span of bytes what <see cref="BufferWriterExtensions"/> write: numbers in both byte orders, varints, UTF-8 text,
/// length-prefixed bytes, and many numbers at once.</summary>
/// <remarks>
/// <para>Two forms: <c>TryRead…</c> returns <see langword="false"/> when the bytes end too early or are malformed, and is the form for
/// untrusted input; <c>Read…</c> throws <see cref="InvalidDataException"/> then. Either way the position is unchanged. To give up
/// several reads at once, copy the reader before them.</para>
/// <para>Lengths: those in a message are compared with the bytes that are left, and with a limit, before anything is rented or
/// created.</para>
/// <para>Default: the default value is a reader of no bytes.</para>
/// <para>Thread safety: that of a span; a reader is used by one thread at a time. Copies are independent of each other.</para>
/// <para>Allocation: the strings, and the arrays that members say they rent; nothing else.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public ref partial struct BufferReader
{
    // Members inline, and what they call out of line takes the span by value: a reader in a local variable stays in registers.
    private readonly ReadOnlySpan<byte> _span;
    private int _position; // 0 to the length

    /// <summary>Initializes a new instance of the <see cref="BufferReader"/> struct.</summary>
    /// <param name="buffer">The bytes to read. They must not change while they are being read.</param>
    public BufferReader(ReadOnlySpan<byte> buffer) => _span = buffer;

    /// <summary>Gets the number of bytes that were read, which is the position.</summary>
    public readonly int Consumed => _position;

    /// <summary>Gets the number of bytes that are left.</summary>
    public readonly int Remaining => _span.Length - _position;

    /// <summary>Gets a value that indicates whether no bytes are left.</summary>
    public readonly bool End => _position >= _span.Length;

    /// <summary>Gets the bytes that are left.</summary>
    public readonly ReadOnlySpan<byte> UnreadSpan => _span.Slice(_position);

    internal readonly string DebuggerText => $"{_position} of {_span.Length} bytes";

    /// <summary>Attempts to move the position forward.</summary>
    /// <param name="count">The bytes to pass over.</param>
    /// <returns><see langword="false"/> if <paramref name="count"/> is negative or above what is left; the position is unchanged
    /// then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdvance(int count)
    {
        if ((uint)count > (uint)Remaining)
            return false;

        _position += count;
        return true;
    }

    /// <summary>Moves the position forward.</summary>
    /// <param name="count">The bytes to pass over.</param>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative or above what is left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Advance(int count)
    {
        if (!TryAdvance(count))
            ThrowEnd(count, _position, Remaining);
    }

    /// <summary>Attempts to read one byte.</summary>
    /// <param name="value">The byte; 0 if there is none.</param>
    /// <returns><see langword="false"/> if no bytes are left.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadByte(out byte value)
    {
        if (Remaining < sizeof(byte))
        {
            value = 0;
            return false;
        }

        value = Take<byte>();
        return true;
    }

    /// <summary>Reads one byte.</summary>
    /// <returns>The byte.</returns>
    /// <exception cref="InvalidDataException">No bytes are left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte ReadByte() => ReadRaw<byte>();

    /// <summary>Attempts to read a number of bytes. They are not copied.</summary>
    /// <param name="count">The number of bytes.</param>
    /// <param name="bytes">The bytes, in the memory that is being read; empty if there are none.</param>
    /// <returns><see langword="false"/> if <paramref name="count"/> is negative or above what is left; the position is unchanged
    /// then.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadBytes(int count, out ReadOnlySpan<byte> bytes) => TryTake((uint)count, int.MaxValue, out bytes);

    /// <summary>Reads a number of bytes. They are not copied.</summary>
    /// <param name="count">The number of bytes.</param>
    /// <returns>The bytes, in the memory that is being read.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative or above what is left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadBytes(int count)
    {
        if (!TryReadBytes(count, out ReadOnlySpan<byte> bytes))
            ThrowEnd(count, _position, Remaining);

        return bytes;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T ReadRaw<T>() where T : unmanaged
    {
        if (Remaining < Unsafe.SizeOf<T>())
            ThrowEnd(Unsafe.SizeOf<T>(), _position, Remaining);

        return Take<T>();
    }

    /// <summary>Reads the bytes of a value as they lie in memory. The caller has seen that as many are left.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T Take<T>() where T : unmanaged
    {
        Debug.Assert(Remaining >= Unsafe.SizeOf<T>());

        int position = _position;
        _position = position + Unsafe.SizeOf<T>();
        return Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref MemoryMarshal.GetReference(_span), (nint)(uint)position));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryTake(uint length, int maxLength, out ReadOnlySpan<byte> bytes)
    {
        int position = _position;
        if (length > (uint)(_span.Length - position) || (int)length > maxLength)
        {
            bytes = default;
            return false;
        }

        bytes = _span.Slice(position, (int)length);
        _position = position + (int)length;
        return true;
    }

    [DoesNotReturn]
    private static void ThrowEnd(int count, int position, int left) =>
        throw new InvalidDataException($"{count} bytes are to be read at byte {position}, where {left} bytes are left.");
}
