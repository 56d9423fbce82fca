using System.Buffers;
using System.Text;

namespace Pooling.Buffers;

/// <summary>Tests every small write with any remaining room, at the end of a chunk, and with a writer that may not grow.</summary>
public sealed partial class BufferWriterExtensionsTests
{
    private static readonly string s_euros = new('\u20AC', 43); // one byte can count its characters, but not its bytes

    private static readonly Dictionary<string, (Action<IBufferWriter<byte>> Write, byte[] Expected)> s_smallWrites = new()
    {
        ["byte"] = (static writer => writer.WriteByte(0xFE), [0xFE]),
        ["16 bits"] = (static writer => writer.WriteUInt16BigEndian(0xFEDC), [0xFE, 0xDC]),
        ["32 bits"] = (static writer => writer.WriteInt32LittleEndian(0x01020304), [4, 3, 2, 1]),
        ["64 bits"] = (static writer => writer.WriteUInt64BigEndian(0x0102030405060708), [1, 2, 3, 4, 5, 6, 7, 8]),
        ["guid"] = (static writer => writer.WriteGuidLittleEndian(new Guid("00112233-4455-6677-8899-aabbccddeeff")),
            new Guid("00112233-4455-6677-8899-aabbccddeeff").ToByteArray()),
        ["Boolean"] = (static writer => writer.WriteBoolean(true), [1]),
        ["decimal"] = (static writer => writer.WriteDecimalBigEndian(-0.5m), [0x80, 1, 0, 0, .. new byte[11], 5]),
        ["time"] = (static writer => writer.WriteDateTimeBigEndian(new DateTime(0x0102)), [0, 0, 0, 0, 0, 0, 1, 2]),
#if NET
        ["128 bits"] = (static writer => writer.WriteInt128LittleEndian(-2), [0xFE, .. Enumerable.Repeat((byte)0xFF, 15)]),
#endif
        ["varint of 1"] = (static writer => writer.WriteVarint32(127), [127]),
        ["varint of 2"] = (static writer => writer.WriteVarint32(300), [0xAC, 2]),
        ["varint of 5"] = (static writer => writer.WriteVarint32(uint.MaxValue), [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]),
        ["varint of 10"] = (static writer => writer.WriteVarint64(ulong.MaxValue), [.. Enumerable.Repeat((byte)0xFF, 9), 1]),
        ["text, varint"] = (static writer => writer.WritePrefixedUtf8("gr\u00FC\u00DFe".AsSpan(), LengthPrefix.Varint),
            [7, .. Encoding.UTF8.GetBytes("gr\u00FC\u00DFe")]),
        ["text, longer varint"] = (static writer => writer.WritePrefixedUtf8(s_euros.AsSpan(), LengthPrefix.Varint),
            [0x81, 1, .. Encoding.UTF8.GetBytes(s_euros)]),
        ["text, 16 bits"] = (static writer => writer.WritePrefixedUtf8("sensors/room-17".AsSpan(), LengthPrefix.UInt16BigEndian),
            [0, 15, .. Encoding.UTF8.GetBytes("sensors/room-17")]),
        ["text, 32 bits"] = (static writer => writer.WritePrefixedUtf8("\u20AC 5".AsSpan(), LengthPrefix.Int32LittleEndian),
            [5, 0, 0, 0, .. Encoding.UTF8.GetBytes("\u20AC 5")]),
        ["no text"] = (static writer => writer.WritePrefixedUtf8(default, LengthPrefix.Int32BigEndian), [0, 0, 0, 0]),
        ["bytes, varint"] = (static writer => writer.WritePrefixedBytes([1, 2, 3], LengthPrefix.Varint), [3, 1, 2, 3]),
        ["bytes, 16 bits"] = (static writer => writer.WritePrefixedBytes([1, 2, 3], LengthPrefix.UInt16LittleEndian), [3, 0, 1, 2, 3]),
        ["no bytes"] = (static writer => writer.WritePrefixedBytes(default, LengthPrefix.Int32BigEndian), [0, 0, 0, 0]),
    };

    public static TheoryData<string> SmallWrites => [.. s_smallWrites.Keys];

    [Theory]
    [MemberData(nameof(SmallWrites))]
    public void SmallWrite_ToAnyWriter_WritesKnownBytes(string write) =>
        AssertEveryWriter(s_smallWrites[write].Expected, s_smallWrites[write].Write);

    [Theory]
    [MemberData(nameof(SmallWrites))]
    public void SmallWrite_WithAnyRoomLeft_WritesAllOfIt(string write)
    {
        const int Capacity = 256;
        (Action<IBufferWriter<byte>> put, byte[] expected) = s_smallWrites[write];
        for (int room = 0; room <= expected.Length + Varint.Longest; room++)
        {
            byte[] before = [.. Enumerable.Range(0, Capacity - room).Select(static i => (byte)i)];
            foreach (bool clears in new[] { false, true })
            {
                using var writer = new PooledArrayBufferWriter<byte>(
                    new BufferWriterOptions { InitialCapacity = Capacity, ClearOnReturn = clears });
                writer.Write(before);

                put(writer);
                put(writer);

                Assert.Equal([.. before, .. expected, .. expected], writer.WrittenSpan.ToArray());
            }
        }
    }

    [Theory]
    [MemberData(nameof(SmallWrites))]
    public void SmallWrite_ThatFitsExactly_DoesNotGrow(string write)
    {
        (Action<IBufferWriter<byte>> put, byte[] expected) = s_smallWrites[write];
        using var writer = new PooledArrayBufferWriter<byte>(initialCapacity: 256);
        writer.Write(new byte[256 - expected.Length]);

        put(writer);

        Assert.Equal(256, writer.Capacity);
        Assert.Equal(256, writer.WrittenCount);
    }

    [Theory]
    [MemberData(nameof(SmallWrites))]
    public void SmallWrite_BeyondTheMaximum_ThrowsAndLeavesTheWriterAsItWas(string write)
    {
        const int Max = 300;
        (Action<IBufferWriter<byte>> put, byte[] expected) = s_smallWrites[write];
        for (int room = 0; room < expected.Length; room++)
        {
            byte[] before = [.. Enumerable.Range(0, Max - room).Select(static i => (byte)i)];
            using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = Max });
            writer.Write(before);

            var exception = Assert.Throws<BufferCapacityExceededException>(() => put(writer));

            Assert.Equal(before.Length + expected.Length, exception.Requested);
            Assert.Equal(before, writer.WrittenSpan.ToArray());
        }
    }

    [Theory]
    [MemberData(nameof(SmallWrites))]
    public void SmallWrite_AtTheEndOfAChunk_WritesAllOfIt(string write)
    {
        (Action<IBufferWriter<byte>> put, byte[] expected) = s_smallWrites[write];
        for (int room = 0; room <= expected.Length + 1; room++)
        {
            foreach (bool clears in new[] { false, true })
            {
                using var writer = new SegmentedBufferWriter(new BufferWriterOptions { ClearOnReturn = clears });
                byte[] before = [.. Enumerable.Range(0, 4096 - room).Select(static i => (byte)i)];
                writer.Write(before);

                put(writer);
                put(writer);

                Assert.Equal([.. before, .. expected, .. expected], writer.WrittenSequence.ToArray());
            }
        }
    }

    [Theory]
    [MemberData(nameof(SmallWrites))]
    public void SmallWrite_BeyondTheMaximumOfChunks_Throws(string write)
    {
        (Action<IBufferWriter<byte>> put, byte[] expected) = s_smallWrites[write];
        using var writer = new SegmentedBufferWriter(new BufferWriterOptions { MaxCapacity = 5000 });
        writer.Write(new byte[5000 - expected.Length + 1]);

        Assert.Throws<BufferCapacityExceededException>(() => put(writer));
    }

    [Fact]
    public void WriteByte_ByTheThousand_EqualsTheBytes()
    {
        byte[] expected = [.. Enumerable.Range(0, 1000).Select(static i => (byte)(i * 7))];
        AssertEveryWriter(expected, writer =>
        {
            foreach (byte value in expected)
                writer.WriteByte(value);
        });
    }

    [Fact]
    public void WriteByte_ToNoWriter_Throws()
    {
        IBufferWriter<byte> writer = null!;

        Assert.Throws<ArgumentNullException>("writer", () => writer.WriteByte(1));
        Assert.Throws<ArgumentNullException>("writer", () => writer.WriteInt32BigEndian(1));
        Assert.Throws<ArgumentNullException>("writer", () => writer.WriteVarint32(1));
        Assert.Throws<ArgumentNullException>("writer", () => writer.WritePrefixedUtf8("text".AsSpan(), LengthPrefix.Varint));
        Assert.Throws<ArgumentNullException>("writer", () => writer.WritePrefixedBytes([1], LengthPrefix.Varint));
    }

    [Fact]
    public void SmallWrites_AfterAFieldThatIsFilledInLater_CountForIt()
    {
        using var writer = new PooledArrayBufferWriter<byte>(initialCapacity: 16);
        writer.WriteByte(0x30);
        BufferReservation<byte> length = writer.Reserve(1);
        writer.WritePrefixedUtf8("a/b".AsSpan(), LengthPrefix.UInt16BigEndian);
        for (int i = 0; i < 200; i++)
            writer.WriteByte((byte)i);

        length.PatchVarintLength();

        Assert.Equal([0x30, 205 & 0x7F | 0x80, 1, 0, 3, (byte)'a', (byte)'/', (byte)'b',
            .. Enumerable.Range(0, 200).Select(static i => (byte)i)], writer.WrittenSpan.ToArray());
    }

#if !NETFRAMEWORK
    [Theory]
    [Trait("Category", "Allocation")]
    [MemberData(nameof(SmallWrites))]
    public void SmallWrite_OnceWarm_AllocatesNothing(string write)
    {
        Action<IBufferWriter<byte>> put = s_smallWrites[write].Write;
        using var writer = new PooledArrayBufferWriter<byte>();
        using var chunks = new SegmentedBufferWriter();

        AllocationAssert.Zero(() =>
        {
            writer.ResetWrittenCount();
            chunks.ResetWrittenCount();
            put(writer);
            put(chunks);
        });
    }
#endif
}
