using System.Buffers.Binary;
using FsCheck;
using FsCheck.Fluent;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests reading many numbers at once against reading each number separately, into a span and into a rented array.</summary>
public sealed partial class BufferReaderTests
{
    [Fact]
    public void ReadSpans_OfAnyBytes_EqualThem() =>
        AssertSpans<byte>(1, static (room, value) => room[0] = value, static (room, value) => room[0] = value);

    [Fact]
    public void ReadSpans_OfAnySignedBytes_EqualThem() =>
        AssertSpans<sbyte>(1, static (room, value) => room[0] = (byte)value, static (room, value) => room[0] = (byte)value);

    [Fact]
    public void ReadSpans_OfAnyInt16_EqualBinaryPrimitives() =>
        AssertSpans<short>(2, BinaryPrimitives.WriteInt16LittleEndian, BinaryPrimitives.WriteInt16BigEndian);

    [Fact]
    public void ReadSpans_OfAnyUInt16_EqualBinaryPrimitives() =>
        AssertSpans<ushort>(2, BinaryPrimitives.WriteUInt16LittleEndian, BinaryPrimitives.WriteUInt16BigEndian);

    [Fact]
    public void ReadSpans_OfAnyInt32_EqualBinaryPrimitives() =>
        AssertSpans<int>(4, BinaryPrimitives.WriteInt32LittleEndian, BinaryPrimitives.WriteInt32BigEndian);

    [Fact]
    public void ReadSpans_OfAnyUInt32_EqualBinaryPrimitives() =>
        AssertSpans<uint>(4, BinaryPrimitives.WriteUInt32LittleEndian, BinaryPrimitives.WriteUInt32BigEndian);

    [Fact]
    public void ReadSpans_OfAnyInt64_EqualBinaryPrimitives() =>
        AssertSpans<long>(8, BinaryPrimitives.WriteInt64LittleEndian, BinaryPrimitives.WriteInt64BigEndian);

    [Fact]
    public void ReadSpans_OfAnyUInt64_EqualBinaryPrimitives() =>
        AssertSpans<ulong>(8, BinaryPrimitives.WriteUInt64LittleEndian, BinaryPrimitives.WriteUInt64BigEndian);

    [Fact]
    public unsafe void ReadSpans_OfAnySingle_EqualTheirBits() => AssertSpans<float>(
        4,
        static (room, value) => BinaryPrimitives.WriteUInt32LittleEndian(room, Bits(value)),
        static (room, value) => BinaryPrimitives.WriteUInt32BigEndian(room, Bits(value)));

    [Fact]
    public unsafe void ReadSpans_OfAnyDouble_EqualTheirBits() => AssertSpans<double>(
        8,
        static (room, value) => BinaryPrimitives.WriteUInt64LittleEndian(room, Bits(value)),
        static (room, value) => BinaryPrimitives.WriteUInt64BigEndian(room, Bits(value)));

    [Fact]
    public void ReadSpans_OfManyNumbers_EqualWhatWasWritten()
    {
        int[] numbers = [.. Enumerable.Range(-3000, 6000)];
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.Write([Before]);
        writer.WriteBigEndian<int>(numbers);
        writer.WriteLittleEndian<int>(numbers);
        var reader = new BufferReader(writer.WrittenSpan);
        reader.Advance(1);
        int[] read = new int[6000];

        reader.ReadBigEndian<int>(read);
        Assert.Equal(numbers, read);
        using PooledArray<int> rented = reader.ReadLittleEndian<int>(6000, 6000);
        Assert.Equal(numbers, rented.Span.ToArray());
        Assert.True(reader.End);
    }

    [Theory]
    [InlineData(-1, 100)]
    [InlineData(int.MinValue, 100)]
    [InlineData(2, 1)]
    [InlineData(1, 0)]
    [InlineData(0, -1)]
    public void ReadNumbers_OfAHostileCount_RentsNothing(int count, int limit)
    {
        var pool = new CountingArrayPool<ulong>();
        byte[] bytes = [Before, .. new byte[(2 * sizeof(ulong)) + 7]];

        AssertRefused<PooledArray<ulong>>(
            bytes,
            (ref reader, out numbers) => reader.TryReadLittleEndian(count, out numbers, limit, pool),
            (ref reader) => reader.ReadLittleEndian(count, limit, pool));
        AssertRefused<PooledArray<ulong>>(
            bytes,
            (ref reader, out numbers) => reader.TryReadBigEndian(count, out numbers, limit, pool),
            (ref reader) => reader.ReadBigEndian(count, limit, pool));

        Assert.Equal(0, pool.TotalRented);
    }

    [Theory]
    [InlineData(int.MaxValue, int.MaxValue)]
    [InlineData(0x20000001, int.MaxValue)] // times 8 overflows to 8
    [InlineData(3, 100)]
    public void ReadNumbers_OfMoreThanIsThere_RentsNothing(int count, int limit)
    {
        var pool = new CountingArrayPool<ulong>();
        byte[] bytes = [Before, .. new byte[(2 * sizeof(ulong)) + 7]];

        AssertIncomplete<PooledArray<ulong>>(
            bytes,
            (ref reader, out numbers) => reader.TryReadLittleEndian(count, out numbers, limit, pool),
            (ref reader) => reader.ReadLittleEndian(count, limit, pool));
        AssertIncomplete<PooledArray<ulong>>(
            bytes,
            (ref reader, out numbers) => reader.TryReadBigEndian(count, out numbers, limit, pool),
            (ref reader) => reader.ReadBigEndian(count, limit, pool));

        Assert.Equal(0, pool.TotalRented);
    }

    [Fact]
    public void ReadNumbers_IntoARentedArray_GivesItBackOnDispose()
    {
        var pool = new CountingArrayPool<short>();
        var reader = new BufferReader([1, 0, 2, 0, 3]);

        Assert.True(reader.TryReadLittleEndian(2, out PooledArray<short>? numbers, 2, pool));
        Assert.Equal(2, numbers.Length);
        Assert.Equal([1, 2], numbers.Span.ToArray());
        Assert.Equal([2], pool.Requests);
        Assert.Equal(1, pool.InUse);
        numbers.Dispose();

        pool.AssertAllReturned();
    }

    [Fact]
    public void ReadNumbers_FromAPoolThatFails_LeavesThePosition()
    {
        byte[] bytes = [1, 2, 3, 4];
        var reader = new BufferReader(bytes);
        InvalidOperationException? thrown = null;
        try
        {
            reader.TryReadBigEndian<int>(1, out _, 1, new ShortArrayPool<int>());
        }
        catch (InvalidOperationException exception)
        {
            thrown = exception;
        }

        Assert.NotNull(thrown);
        Assert.Equal(0, reader.Consumed);
    }

    [Fact]
    public void ReadNumbers_OfWhatIsNoNumber_NamesTheType()
    {
        Action[] calls =
        [
            static () => new BufferReader(new byte[100]).TryReadLittleEndian<Guid>(new Guid[1]),
            static () => new BufferReader(new byte[100]).ReadBigEndian<Guid>(new Guid[1]),
            static () => new BufferReader(new byte[100]).TryReadBigEndian<Guid>(1, out _, 1),
            static () => new BufferReader([]).ReadLittleEndian<Guid>(100, 1),
        ];

        Assert.All(calls,
            static call => Assert.Contains("System.Guid", Assert.Throws<NotSupportedException>(call).Message, StringComparison.Ordinal));
    }

    private static void AssertSpans<T>(int size, Put<T> putLittle, Put<T> putBig) where T : unmanaged =>
        Prop.ForAll(ArbMap.Default.ArbFor<T[]>(), values =>
        {
            AssertRead<T[]>(
                Each(values, size, putLittle),
                values,
                writer => writer.WriteLittleEndian<T>(values),
                (ref reader, out read) => Filled(read = new T[values.Length], reader.TryReadLittleEndian<T>(read), out read),
                (ref reader) =>
                {
                    var read = new T[values.Length];
                    reader.ReadLittleEndian<T>(read);
                    return read;
                });
            AssertRead<T[]>(
                Each(values, size, putBig),
                values,
                writer => writer.WriteBigEndian<T>(values),
                (ref reader, out read) => Filled(read = new T[values.Length], reader.TryReadBigEndian<T>(read), out read),
                (ref reader) =>
                {
                    using PooledArray<T> rented = reader.ReadBigEndian<T>(values.Length, values.Length);
                    return rented.Span.ToArray();
                });
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(30).WithEndSize(60));

    /// <summary>Returns the numbers if they were read, and checks that a refused read left them unchanged.</summary>
    private static bool Filled<T>(T[] numbers, bool isRead, out T[]? read) where T : unmanaged
    {
        Assert.True(isRead || numbers.All(static number => number.Equals(default(T))));
        read = isRead ? numbers : null;
        return isRead;
    }

    private static byte[] Each<T>(T[] values, int size, Put<T> put)
    {
        byte[] bytes = new byte[values.Length * size];
        for (int i = 0; i < values.Length; i++)
            put(bytes.AsSpan(i * size), values[i]);

        return bytes;
    }
}
