using System.Buffers;
using System.Buffers.Binary;
using FsCheck;
using FsCheck.Fluent;

namespace Pooling.Buffers;

/// <summary>Tests numbers of fixed length against <see cref="BinaryPrimitives"/>. Varints, text and spans have separate parts.</summary>
public sealed partial class BufferWriterExtensionsTests
{
    private delegate void Put<T>(Span<byte> destination, T value);

    [Theory]
    [InlineData(short.MinValue)]
    [InlineData(short.MaxValue)]
    [InlineData((short)0x12)]
    public void WriteInt16LittleEndian_AtBounds_EqualsBinaryPrimitives(short value) =>
        AssertNumber(value, 2, BufferWriterExtensions.WriteInt16LittleEndian, BinaryPrimitives.WriteInt16LittleEndian);

    [Fact]
    public void WriteInt16LittleEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<short>(2, BufferWriterExtensions.WriteInt16LittleEndian, BinaryPrimitives.WriteInt16LittleEndian);

    [Theory]
    [InlineData(short.MinValue)]
    [InlineData(short.MaxValue)]
    [InlineData((short)0x12)]
    public void WriteInt16BigEndian_AtBounds_EqualsBinaryPrimitives(short value) =>
        AssertNumber(value, 2, BufferWriterExtensions.WriteInt16BigEndian, BinaryPrimitives.WriteInt16BigEndian);

    [Fact]
    public void WriteInt16BigEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<short>(2, BufferWriterExtensions.WriteInt16BigEndian, BinaryPrimitives.WriteInt16BigEndian);

    [Theory]
    [InlineData(ushort.MinValue)]
    [InlineData(ushort.MaxValue)]
    [InlineData((ushort)0x12)]
    public void WriteUInt16LittleEndian_AtBounds_EqualsBinaryPrimitives(ushort value) =>
        AssertNumber(value, 2, BufferWriterExtensions.WriteUInt16LittleEndian, BinaryPrimitives.WriteUInt16LittleEndian);

    [Fact]
    public void WriteUInt16LittleEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<ushort>(2, BufferWriterExtensions.WriteUInt16LittleEndian, BinaryPrimitives.WriteUInt16LittleEndian);

    [Theory]
    [InlineData(ushort.MinValue)]
    [InlineData(ushort.MaxValue)]
    [InlineData((ushort)0x12)]
    public void WriteUInt16BigEndian_AtBounds_EqualsBinaryPrimitives(ushort value) =>
        AssertNumber(value, 2, BufferWriterExtensions.WriteUInt16BigEndian, BinaryPrimitives.WriteUInt16BigEndian);

    [Fact]
    public void WriteUInt16BigEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<ushort>(2, BufferWriterExtensions.WriteUInt16BigEndian, BinaryPrimitives.WriteUInt16BigEndian);

    [Theory]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    [InlineData((int)0x12)]
    public void WriteInt32LittleEndian_AtBounds_EqualsBinaryPrimitives(int value) =>
        AssertNumber(value, 4, BufferWriterExtensions.WriteInt32LittleEndian, BinaryPrimitives.WriteInt32LittleEndian);

    [Fact]
    public void WriteInt32LittleEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<int>(4, BufferWriterExtensions.WriteInt32LittleEndian, BinaryPrimitives.WriteInt32LittleEndian);

    [Theory]
    [InlineData(int.MinValue)]
    [InlineData(int.MaxValue)]
    [InlineData((int)0x12)]
    public void WriteInt32BigEndian_AtBounds_EqualsBinaryPrimitives(int value) =>
        AssertNumber(value, 4, BufferWriterExtensions.WriteInt32BigEndian, BinaryPrimitives.WriteInt32BigEndian);

    [Fact]
    public void WriteInt32BigEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<int>(4, BufferWriterExtensions.WriteInt32BigEndian, BinaryPrimitives.WriteInt32BigEndian);

    [Theory]
    [InlineData(uint.MinValue)]
    [InlineData(uint.MaxValue)]
    [InlineData((uint)0x12)]
    public void WriteUInt32LittleEndian_AtBounds_EqualsBinaryPrimitives(uint value) =>
        AssertNumber(value, 4, BufferWriterExtensions.WriteUInt32LittleEndian, BinaryPrimitives.WriteUInt32LittleEndian);

    [Fact]
    public void WriteUInt32LittleEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<uint>(4, BufferWriterExtensions.WriteUInt32LittleEndian, BinaryPrimitives.WriteUInt32LittleEndian);

    [Theory]
    [InlineData(uint.MinValue)]
    [InlineData(uint.MaxValue)]
    [InlineData((uint)0x12)]
    public void WriteUInt32BigEndian_AtBounds_EqualsBinaryPrimitives(uint value) =>
        AssertNumber(value, 4, BufferWriterExtensions.WriteUInt32BigEndian, BinaryPrimitives.WriteUInt32BigEndian);

    [Fact]
    public void WriteUInt32BigEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<uint>(4, BufferWriterExtensions.WriteUInt32BigEndian, BinaryPrimitives.WriteUInt32BigEndian);

    [Theory]
    [InlineData(long.MinValue)]
    [InlineData(long.MaxValue)]
    [InlineData((long)0x12)]
    public void WriteInt64LittleEndian_AtBounds_EqualsBinaryPrimitives(long value) =>
        AssertNumber(value, 8, BufferWriterExtensions.WriteInt64LittleEndian, BinaryPrimitives.WriteInt64LittleEndian);

    [Fact]
    public void WriteInt64LittleEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<long>(8, BufferWriterExtensions.WriteInt64LittleEndian, BinaryPrimitives.WriteInt64LittleEndian);

    [Theory]
    [InlineData(long.MinValue)]
    [InlineData(long.MaxValue)]
    [InlineData((long)0x12)]
    public void WriteInt64BigEndian_AtBounds_EqualsBinaryPrimitives(long value) =>
        AssertNumber(value, 8, BufferWriterExtensions.WriteInt64BigEndian, BinaryPrimitives.WriteInt64BigEndian);

    [Fact]
    public void WriteInt64BigEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<long>(8, BufferWriterExtensions.WriteInt64BigEndian, BinaryPrimitives.WriteInt64BigEndian);

    [Theory]
    [InlineData(ulong.MinValue)]
    [InlineData(ulong.MaxValue)]
    [InlineData((ulong)0x12)]
    public void WriteUInt64LittleEndian_AtBounds_EqualsBinaryPrimitives(ulong value) =>
        AssertNumber(value, 8, BufferWriterExtensions.WriteUInt64LittleEndian, BinaryPrimitives.WriteUInt64LittleEndian);

    [Fact]
    public void WriteUInt64LittleEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<ulong>(8, BufferWriterExtensions.WriteUInt64LittleEndian, BinaryPrimitives.WriteUInt64LittleEndian);

    [Theory]
    [InlineData(ulong.MinValue)]
    [InlineData(ulong.MaxValue)]
    [InlineData((ulong)0x12)]
    public void WriteUInt64BigEndian_AtBounds_EqualsBinaryPrimitives(ulong value) =>
        AssertNumber(value, 8, BufferWriterExtensions.WriteUInt64BigEndian, BinaryPrimitives.WriteUInt64BigEndian);

    [Fact]
    public void WriteUInt64BigEndian_OfAnyValue_EqualsBinaryPrimitives() =>
        AssertNumbers<ulong>(8, BufferWriterExtensions.WriteUInt64BigEndian, BinaryPrimitives.WriteUInt64BigEndian);

    [Theory]
    [InlineData(float.NaN)]
    [InlineData(float.NegativeInfinity)]
    [InlineData(-0.0f)]
    [InlineData(float.Epsilon)]
    [InlineData(float.MaxValue)]
    public unsafe void WriteSingleLittleEndian_AtBounds_EqualsItsBits(float value) =>
        AssertNumber(value, 4, BufferWriterExtensions.WriteSingleLittleEndian,
            static (room, number) => BinaryPrimitives.WriteInt32LittleEndian(room, *(int*)&number));

    [Fact]
    public unsafe void WriteSingleLittleEndian_OfAnyValue_EqualsItsBits() =>
        AssertNumbers<float>(4, BufferWriterExtensions.WriteSingleLittleEndian,
            static (room, number) => BinaryPrimitives.WriteInt32LittleEndian(room, *(int*)&number));

    [Theory]
    [InlineData(float.NaN)]
    [InlineData(float.NegativeInfinity)]
    [InlineData(-0.0f)]
    [InlineData(float.Epsilon)]
    [InlineData(float.MaxValue)]
    public unsafe void WriteSingleBigEndian_AtBounds_EqualsItsBits(float value) =>
        AssertNumber(value, 4, BufferWriterExtensions.WriteSingleBigEndian,
            static (room, number) => BinaryPrimitives.WriteInt32BigEndian(room, *(int*)&number));

    [Fact]
    public unsafe void WriteSingleBigEndian_OfAnyValue_EqualsItsBits() =>
        AssertNumbers<float>(4, BufferWriterExtensions.WriteSingleBigEndian,
            static (room, number) => BinaryPrimitives.WriteInt32BigEndian(room, *(int*)&number));

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.NegativeInfinity)]
    [InlineData(-0.0)]
    [InlineData(double.Epsilon)]
    [InlineData(double.MaxValue)]
    public unsafe void WriteDoubleLittleEndian_AtBounds_EqualsItsBits(double value) =>
        AssertNumber(value, 8, BufferWriterExtensions.WriteDoubleLittleEndian,
            static (room, number) => BinaryPrimitives.WriteInt64LittleEndian(room, *(long*)&number));

    [Fact]
    public unsafe void WriteDoubleLittleEndian_OfAnyValue_EqualsItsBits() =>
        AssertNumbers<double>(8, BufferWriterExtensions.WriteDoubleLittleEndian,
            static (room, number) => BinaryPrimitives.WriteInt64LittleEndian(room, *(long*)&number));

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.NegativeInfinity)]
    [InlineData(-0.0)]
    [InlineData(double.Epsilon)]
    [InlineData(double.MaxValue)]
    public unsafe void WriteDoubleBigEndian_AtBounds_EqualsItsBits(double value) =>
        AssertNumber(value, 8, BufferWriterExtensions.WriteDoubleBigEndian,
            static (room, number) => BinaryPrimitives.WriteInt64BigEndian(room, *(long*)&number));

    [Fact]
    public unsafe void WriteDoubleBigEndian_OfAnyValue_EqualsItsBits() =>
        AssertNumbers<double>(8, BufferWriterExtensions.WriteDoubleBigEndian,
            static (room, number) => BinaryPrimitives.WriteInt64BigEndian(room, *(long*)&number));

    [Fact]
    public void WriteInt32_ToAWriterWithoutRoom_ThrowsAndWritesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = 5 });
        writer.Write([1, 2]);

        Assert.Throws<BufferCapacityExceededException>(() => writer.WriteInt32LittleEndian(7));

        Assert.Equal([1, 2], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void WriteInt32_ThatFitsExactly_IsWritten()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = 4 });

        writer.WriteInt32BigEndian(7);

        Assert.Equal([0, 0, 0, 7], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void EveryMember_WithoutAWriter_NamesIt()
    {
        IBufferWriter<byte> writer = null!;
        Action[] calls =
        [
            () => writer.WriteInt16BigEndian(1),
            () => writer.WriteDoubleLittleEndian(1),
            () => writer.WriteVarint32(1),
            () => writer.WriteZigZagVarint64(1),
            () => writer.WriteUtf8("a".AsSpan()),
            () => writer.WriteLittleEndian<int>([1]),
            () => writer.WriteBigEndian<int>([]),
        ];

        Assert.All(calls, call => Assert.Equal("writer", Assert.Throws<ArgumentNullException>(call).ParamName));
    }

    [Fact]
    public void EveryMember_OfADisposedWriter_Throws()
    {
        var writer = new PooledArrayBufferWriter<byte>();
        writer.Dispose();
        Action[] calls =
        [
            () => writer.WriteInt16BigEndian(1),
            () => writer.WriteVarint32(1),
            () => writer.WriteUtf8("a".AsSpan()),
            () => writer.WriteUtf8("".AsSpan()),
            () => writer.WriteLittleEndian<int>([1]),
            () => writer.WriteBigEndian<int>([]),
        ];

        Assert.All(calls, call => Assert.Throws<ObjectDisposedException>(call));
    }

    private static void AssertNumbers<T>(int size, Action<IBufferWriter<byte>, T> write, Put<T> put) =>
        Prop.ForAll(ArbMap.Default.ArbFor<T>(), value => AssertNumber(value, size, write, put)).QuickCheckThrowOnFailure();

    private static void AssertNumber<T>(T value, int size, Action<IBufferWriter<byte>, T> write, Put<T> put)
    {
        byte[] expected = new byte[size];
        put(expected, value);

        AssertEveryWriter(expected, writer => write(writer, value));
    }

    /// <summary>Writes after a byte in front of the value, to our own writer and to other ones.</summary>
    private static void AssertEveryWriter(byte[] expected, Action<IBufferWriter<byte>> write)
    {
        byte[] all = [42, .. expected];
        using var own = new PooledArrayBufferWriter<byte>(initialCapacity: 1);
        own.Write([42]);
        write(own);
        Assert.Equal(all, own.WrittenSpan.ToArray());

        using var clearing =
            new PooledArrayBufferWriter<byte>(new BufferWriterOptions { InitialCapacity = 4096, ClearOnReturn = true });
        clearing.Write([42]);
        write(clearing);
        Assert.Equal(all, clearing.WrittenSpan.ToArray());

        using var full =
            new PooledArrayBufferWriter<byte>(new BufferWriterOptions { InitialCapacity = 1, MaxCapacity = all.Length });
        full.Write([42]);
        write(full);
        Assert.Equal(all, full.WrittenSpan.ToArray());

        using var general = new PooledArrayBufferWriter<byte>(initialCapacity: 1);
        general.Write([42]);
        write(general);
        Assert.Equal(all, general.WrittenSpan.ToArray());

        foreach (int maxOffered in new[] { int.MaxValue, 1, 3, 7 })
        {
            var foreign = new ChunkedBufferWriter(maxOffered);
            foreign.Write<byte>([42]);
            write(foreign);
            Assert.Equal(all, foreign.Content);
        }
    }
}
