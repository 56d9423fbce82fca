using System.Buffers.Binary;
using FsCheck;
using FsCheck.Fluent;

namespace Pooling.Buffers;

/// <summary>Tests spans of numbers against each number separately.</summary>
public sealed partial class BufferWriterExtensionsTests
{
    [Fact]
    public void WriteLittleEndian_OfAnyBytes_EqualsThem() =>
        AssertSpans<byte>(1, static (room, value) => room[0] = value, static (room, value) => room[0] = value);

    [Fact]
    public void WriteLittleEndian_OfAnySignedBytes_EqualsThem() =>
        AssertSpans<sbyte>(1, static (room, value) => room[0] = (byte)value, static (room, value) => room[0] = (byte)value);

    [Fact]
    public void WriteSpans_OfAnyInt16_EqualBinaryPrimitives() =>
        AssertSpans<short>(2, BinaryPrimitives.WriteInt16LittleEndian, BinaryPrimitives.WriteInt16BigEndian);

    [Fact]
    public void WriteSpans_OfAnyUInt16_EqualBinaryPrimitives() =>
        AssertSpans<ushort>(2, BinaryPrimitives.WriteUInt16LittleEndian, BinaryPrimitives.WriteUInt16BigEndian);

    [Fact]
    public void WriteSpans_OfAnyInt32_EqualBinaryPrimitives() =>
        AssertSpans<int>(4, BinaryPrimitives.WriteInt32LittleEndian, BinaryPrimitives.WriteInt32BigEndian);

    [Fact]
    public void WriteSpans_OfAnyUInt32_EqualBinaryPrimitives() =>
        AssertSpans<uint>(4, BinaryPrimitives.WriteUInt32LittleEndian, BinaryPrimitives.WriteUInt32BigEndian);

    [Fact]
    public void WriteSpans_OfAnyInt64_EqualBinaryPrimitives() =>
        AssertSpans<long>(8, BinaryPrimitives.WriteInt64LittleEndian, BinaryPrimitives.WriteInt64BigEndian);

    [Fact]
    public void WriteSpans_OfAnyUInt64_EqualBinaryPrimitives() =>
        AssertSpans<ulong>(8, BinaryPrimitives.WriteUInt64LittleEndian, BinaryPrimitives.WriteUInt64BigEndian);

    [Fact]
    public unsafe void WriteSpans_OfAnySingle_EqualTheirBits() => AssertSpans<float>(
        4,
        static (room, value) => BinaryPrimitives.WriteInt32LittleEndian(room, *(int*)&value),
        static (room, value) => BinaryPrimitives.WriteInt32BigEndian(room, *(int*)&value));

    [Fact]
    public unsafe void WriteSpans_OfAnyDouble_EqualTheirBits() => AssertSpans<double>(
        8,
        static (room, value) => BinaryPrimitives.WriteInt64LittleEndian(room, *(long*)&value),
        static (room, value) => BinaryPrimitives.WriteInt64BigEndian(room, *(long*)&value));

    [Fact]
    public void WriteBigEndian_OfManyNumbers_EqualsBinaryPrimitives()
    {
        int[] numbers = [.. Enumerable.Range(-3000, 6000)];
        byte[] expected = Each(numbers, 4, BinaryPrimitives.WriteInt32BigEndian);

        AssertEveryWriter(expected, writer => writer.WriteBigEndian<int>(numbers));
    }

    [Fact]
    public void WriteLittleEndian_ThatDoesNotFit_ThrowsAndWritesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = 7 });

        Assert.Equal(8, Assert.Throws<BufferCapacityExceededException>(() => writer.WriteLittleEndian<int>([1, 2])).Requested);
        Assert.Throws<BufferCapacityExceededException>(() => writer.WriteBigEndian<int>([1, 2]));

        Assert.Equal(0, writer.WrittenCount);
    }

    [Fact]
    public void WriteLittleEndian_OfNothing_DoesNotGrow()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = 1 });
        writer.Write([1]);

        writer.WriteLittleEndian<int>([]);

        Assert.Equal([1], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void WriteLittleEndian_OfWhatIsNoNumber_NamesTheType()
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        Assert.Contains("System.Guid", Assert.Throws<NotSupportedException>(() => writer.WriteLittleEndian<Guid>([Guid.Empty])).Message,
            StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => writer.WriteBigEndian<char>(['a']));
        Assert.Throws<NotSupportedException>(() => writer.WriteBigEndian<nint>([1]));
    }

    private static void AssertSpans<T>(int size, Put<T> putLittle, Put<T> putBig) where T : unmanaged =>
        Prop.ForAll(ArbMap.Default.ArbFor<T[]>(), values =>
        {
            AssertEveryWriter(Each(values, size, putLittle), writer => writer.WriteLittleEndian<T>(values));
            AssertEveryWriter(Each(values, size, putBig), writer => writer.WriteBigEndian<T>(values));
        }).Check(Config.QuickThrowOnFailure.WithEndSize(300));

    private static byte[] Each<T>(T[] values, int size, Put<T> put)
    {
        byte[] bytes = new byte[values.Length * size];
        for (int i = 0; i < values.Length; i++)
            put(bytes.AsSpan(i * size), values[i]);

        return bytes;
    }
}
