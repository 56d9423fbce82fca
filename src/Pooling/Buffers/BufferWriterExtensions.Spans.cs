using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Pooling.Buffers;

/// <content>Several numbers at once.</content>
public static partial class BufferWriterExtensions
{
    private const int SwappedAtATime = 512; // bytes, on the stack
    private const int CopiedAtATime = 1 << 20; // numbers, so that their size in bytes fits an int

    /// <summary>Writes numbers in little-endian order. On a little-endian machine, this is a single copy.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="writer">The writer.</param>
    /// <param name="values">The numbers, which must not be in the writer's own memory.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    public static void WriteLittleEndian<T>(this IBufferWriter<byte> writer, ReadOnlySpan<T> values)
        where T : unmanaged =>
        WriteNumbers(writer, values, isReversed: !BitConverter.IsLittleEndian);

    /// <summary>Writes numbers in big-endian order.</summary>
    /// <typeparam name="T">An integer of 8 to 64 bits, <see langword="float"/> or <see langword="double"/>.</typeparam>
    /// <param name="writer">The writer.</param>
    /// <param name="values">The numbers, which must not be in the writer's own memory.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is <see langword="null"/>.</exception>
    /// <exception cref="NotSupportedException"><typeparamref name="T"/> is not one of these types.</exception>
    public static void WriteBigEndian<T>(this IBufferWriter<byte> writer, ReadOnlySpan<T> values) where T : unmanaged =>
        WriteNumbers(writer, values, isReversed: BitConverter.IsLittleEndian);

    private static void WriteNumbers<T>(IBufferWriter<byte> writer, ReadOnlySpan<T> values, bool isReversed)
        where T : unmanaged
    {
        ArgumentNullException.ThrowIfNull(writer);
        if (!ByteOrder.IsNumber<T>())
            ByteOrder.ThrowNoNumber(typeof(T));

        if (writer is PooledArrayBufferWriter<byte> own)
            WriteNumbersToOwn(own, values, isReversed);
        else if (isReversed && Unsafe.SizeOf<T>() > 1)
            WriteReversedToOther(writer, values);
        else
            CopyToOther(writer, values);
    }

    private static void WriteNumbersToOwn<T>(
        PooledArrayBufferWriter<byte> writer, ReadOnlySpan<T> values, bool isReversed)
        where T : unmanaged
    {
        long bytes = (long)values.Length * Unsafe.SizeOf<T>();
        if (bytes == 0)
        {
            writer.Advance(0); // throws if the writer is disposed; asking for room could grow it
            return;
        }

        // No writer holds int.MaxValue bytes, so this is refused like any other excessive length.
        Span<byte> room = writer.GetSpan((int)Math.Min(bytes, int.MaxValue));
        if (isReversed)
            ByteOrder.Reverse(Unsafe.SizeOf<T>(), MemoryMarshal.AsBytes(values), room);
        else
            MemoryMarshal.AsBytes(values).CopyTo(room);

        writer.Advance((int)bytes);
    }

    private static void CopyToOther<T>(IBufferWriter<byte> writer, ReadOnlySpan<T> values) where T : unmanaged
    {
        while (!values.IsEmpty)
        {
            int length = Math.Min(values.Length, CopiedAtATime);
            writer.Write(MemoryMarshal.AsBytes(values.Slice(0, length)));
            values = values.Slice(length);
        }
    }

    private static void WriteReversedToOther<T>(IBufferWriter<byte> writer, ReadOnlySpan<T> values) where T : unmanaged
    {
        Span<byte> bytes = stackalloc byte[SwappedAtATime];
        while (!values.IsEmpty)
        {
            int length = Math.Min(values.Length, SwappedAtATime / Unsafe.SizeOf<T>());
            ByteOrder.Reverse(Unsafe.SizeOf<T>(), MemoryMarshal.AsBytes(values.Slice(0, length)), bytes);
            writer.Write(bytes.Slice(0, length * Unsafe.SizeOf<T>()));
            values = values.Slice(length);
        }
    }
}
