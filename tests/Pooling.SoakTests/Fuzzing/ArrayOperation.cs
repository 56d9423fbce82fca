using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Pooling.Buffers;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>Reads numbers into a span or a rented array.</summary>
internal sealed class ArrayOperation<T>(int count, int maxCount, bool isRented, bool isBigEndian) : FuzzOperation where T : unmanaged
{
    private const int Margin = 5;
    private const int MaxLength = 2048;

    private readonly int _count = isRented ? count : Math.Clamp(count, 0, MaxLength);

    internal override bool Write(IBufferWriter<byte> writer, Random random, FuzzResult expected)
    {
        if (_count is < 0 or > MaxLength || (isRented && _count > maxCount))
            return false;

        var numbers = new T[_count];
        random.NextBytes(MemoryMarshal.AsBytes(numbers.AsSpan()));
        if (isBigEndian)
            writer.WriteBigEndian<T>(numbers);
        else
            writer.WriteLittleEndian<T>(numbers);

        expected.Add(MemoryMarshal.AsBytes(numbers.AsSpan()));
        return true;
    }

    internal override FuzzStatus Model(ReadOnlySpan<byte> left, FuzzResult result)
    {
        if (isRented && (_count < 0 || _count > maxCount))
            return FuzzStatus.Malformed;

        long length = (long)_count * Unsafe.SizeOf<T>();
        if (length > left.Length)
            return FuzzStatus.Incomplete;

        byte[] bytes = left[..(int)length].ToArray();
        if (isBigEndian)
        {
            for (int at = 0; at < bytes.Length; at += Unsafe.SizeOf<T>())
                Array.Reverse(bytes, at, Unsafe.SizeOf<T>());
        }

        result.Add(bytes);
        result.Consumed = bytes.Length;
        return FuzzStatus.Read;
    }

    internal override bool Try(ref BufferReader reader, FuzzResult result)
    {
        PooledArray<T>? numbers = null;
        T[] target = isRented ? [] : Target();
        bool isRead = (isRented, isBigEndian) switch
        {
            (true, true) => reader.TryReadBigEndian(_count, out numbers, maxCount, FuzzArrays<T>.Pool),
            (true, false) => reader.TryReadLittleEndian(_count, out numbers, maxCount, FuzzArrays<T>.Pool),
            (false, true) => reader.TryReadBigEndian(target.AsSpan(Margin, _count)),
            _ => reader.TryReadLittleEndian(target.AsSpan(Margin, _count)),
        };
        return End(isRead, numbers, target, result);
    }

    internal override bool Read(ref BufferReader reader, FuzzResult result)
    {
        if (isRented)
        {
            return End(
                isRead: true,
                isBigEndian
                    ? reader.ReadBigEndian(_count, maxCount, FuzzArrays<T>.Pool)
                    : reader.ReadLittleEndian(_count, maxCount, FuzzArrays<T>.Pool),
                [],
                result);
        }

        T[] target = Target();
        if (isBigEndian)
            reader.ReadBigEndian(target.AsSpan(Margin, _count));
        else
            reader.ReadLittleEndian(target.AsSpan(Margin, _count));

        return End(isRead: true, null, target, result);
    }

    internal override bool Try(ref SequenceReader<byte> reader, FuzzResult result)
    {
        PooledArray<T>? numbers = null;
        T[] target = isRented ? [] : Target();
        bool isRead = (isRented, isBigEndian) switch
        {
            (true, true) => reader.TryReadBigEndian(_count, out numbers, maxCount, FuzzArrays<T>.Pool),
            (true, false) => reader.TryReadLittleEndian(_count, out numbers, maxCount, FuzzArrays<T>.Pool),
            (false, true) => reader.TryReadBigEndian(target.AsSpan(Margin, _count)),
            _ => reader.TryReadLittleEndian(target.AsSpan(Margin, _count)),
        };
        return End(isRead, numbers, target, result);
    }

    private T[] Target()
    {
        var target = new T[_count + (2 * Margin)];
        MemoryMarshal.AsBytes(target.AsSpan()).Fill(FuzzInput.Canary);
        return target;
    }

    private bool End(bool isRead, PooledArray<T>? numbers, T[] target, FuzzResult result)
    {
        if (isRented)
        {
            SoakException.ThrowUnless(isRead == numbers is not null, "There is an array for no numbers.");
            if (numbers is not null)
                result.Add(MemoryMarshal.AsBytes(numbers.Span));

            numbers?.Dispose();
            return isRead;
        }

        Span<byte> bytes = MemoryMarshal.AsBytes(target.AsSpan());
        int margin = Margin * Unsafe.SizeOf<T>();
        SoakException.ThrowUnless(
            bytes[..margin].IndexOfAnyExcept(FuzzInput.Canary) < 0 && bytes[^margin..].IndexOfAnyExcept(FuzzInput.Canary) < 0,
            "A number outside of the destination was written.");
        if (isRead)
            result.Add(bytes[margin..^margin]);

        return isRead;
    }
}
