using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <summary>Reads data in the formats of <see cref="BufferWriterExtensions"/> from a span of bytes: numbers in both
/// byte orders, varints, UTF-8 text, length-prefixed bytes, and arrays of numbers.</summary>
/// <remarks>
/// <para>Each read has two forms. <c>TryRead…</c> returns <see langword="false"/> if more bytes are needed, and only
/// then; <c>Read…</c> throws <see cref="InvalidDataException"/> instead. Both throw <see cref="InvalidDataException"/>
/// for data that no further byte can make valid: a length that is negative or exceeds its maximum, a varint that is too
/// long, or bytes that are not the text or number that they should be. In all of these cases, the position is
/// unchanged. To undo several reads, copy the reader before them.</para>
/// <para>Lengths in a message are checked against the number of bytes left, and against a limit, before anything is
/// rented or allocated.</para>
/// <para>The default value is a reader over an empty span.</para>
/// <para>Thread safety: that of a span; use a reader on one thread at a time. Copies are independent of each
/// other.</para>
/// <para>Allocation: only strings, and the arrays that members explicitly rent.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public ref partial struct BufferReader
{
    // Members are inlined, and pass the span by value to what they call out of line: a local reader stays in registers.
    private readonly ReadOnlySpan<byte> _span;
    private int _position; // between 0 and the length

    /// <summary>Initializes a new instance of the <see cref="BufferReader"/> struct.</summary>
    /// <param name="buffer">The bytes to read. They must not change while they are read.</param>
    public BufferReader(ReadOnlySpan<byte> buffer) => _span = buffer;

    /// <summary>Gets the number of bytes read so far, which is the current position.</summary>
    public readonly int Consumed => _position;

    /// <summary>Gets the number of bytes that are left.</summary>
    public readonly int Remaining => _span.Length - _position;

    /// <summary>Gets a value that indicates whether no bytes are left.</summary>
    public readonly bool End => _position >= _span.Length;

    /// <summary>Gets the bytes that are left.</summary>
    public readonly ReadOnlySpan<byte> UnreadSpan => _span.Slice(_position);

    internal readonly string DebuggerText => $"{_position} of {_span.Length} bytes";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override readonly string ToString() => DebuggerText;

    /// <summary>Attempts to advance the position.</summary>
    /// <param name="count">The number of bytes to skip.</param>
    /// <returns><see langword="false"/> if <paramref name="count"/> is greater than the number of bytes left; the
    /// position is then unchanged.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAdvance(int count)
    {
        if ((uint)count > (uint)Remaining)
        {
            ThrowIfNever((uint)count, int.MaxValue);
            return false;
        }

        _position += count;
        return true;
    }

    /// <summary>Advances the position.</summary>
    /// <param name="count">The number of bytes to skip.</param>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative or greater than the number of bytes
    /// left.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Advance(int count)
    {
        if (!TryAdvance(count))
            ThrowEnd(count, _position, Remaining);
    }

    /// <summary>Attempts to read one byte.</summary>
    /// <param name="value">The byte; 0 if this method returns <see langword="false"/>.</param>
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

    /// <summary>Attempts to read the specified number of bytes, without copying them.</summary>
    /// <param name="count">The number of bytes.</param>
    /// <param name="bytes">The bytes, a slice of the memory being read; empty if this method returns
    /// <see langword="false"/>.</param>
    /// <returns><see langword="false"/> if <paramref name="count"/> is greater than the number of bytes left; the
    /// position is then unchanged.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadBytes(int count, out ReadOnlySpan<byte> bytes)
    {
        if (!TryGet(_position, (uint)count, int.MaxValue, out bytes))
            return false;

        _position += count;
        return true;
    }

    /// <summary>Reads the specified number of bytes, without copying them.</summary>
    /// <param name="count">The number of bytes.</param>
    /// <returns>The bytes, a slice of the memory being read.</returns>
    /// <exception cref="InvalidDataException"><paramref name="count"/> is negative or greater than the number of bytes
    /// left.</exception>
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

    /// <summary>Reads the bytes of a value in memory order. The caller has checked that enough bytes are
    /// left.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private T Take<T>() where T : unmanaged
    {
        Debug.Assert(Remaining >= Unsafe.SizeOf<T>());

        int position = _position;
        _position = position + Unsafe.SizeOf<T>();
        return Peek<T>(position);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly T Peek<T>(int position) where T : unmanaged =>
        Unsafe.ReadUnaligned<T>(ref Unsafe.Add(ref MemoryMarshal.GetReference(_span), (nint)(uint)position));

    /// <summary>Slices bytes without moving the position. One comparison decides in the usual case.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private readonly bool TryGet(int start, uint length, int maxLength, out ReadOnlySpan<byte> bytes)
    {
        if (length > (uint)(_span.Length - start) || (int)length > maxLength)
        {
            bytes = default;
            ThrowIfNever(length, maxLength);
            return false;
        }

        bytes = _span.Slice(start, (int)length);
        return true;
    }

    /// <summary>Throws if a number of bytes is not acceptable; otherwise, they may still follow.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal static void ThrowIfNever(uint length, int maxLength)
    {
        if ((int)length < 0)
            throw new InvalidDataException($"A length is negative, or exceeds {int.MaxValue} bytes.");

        if ((int)length > maxLength)
        {
            throw new InvalidDataException(
                $"A length of {Quantity.Of((int)length, "byte")} exceeds the limit of {maxLength}.");
        }
    }

    [DoesNotReturn]
    private static void ThrowIncomplete(string value, int position, int left) =>
        throw new InvalidDataException(
            $"The {value} at position {position} is incomplete: {Quantity.Of(left, "byte")} left.");

    [DoesNotReturn]
    private static void ThrowEnd(int count, int position, int left) =>
        throw new InvalidDataException(
            $"Cannot read {Quantity.Of(count, "byte")} at position {position}: {Quantity.Of(left, "byte")} left.");
}
