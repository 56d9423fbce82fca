using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests text and bytes after their length, against <see cref="Encoding.UTF8"/> and <see cref="BinaryPrimitives"/>.</summary>
public sealed partial class BufferWriterExtensionsTests
{
    private static readonly Dictionary<LengthPrefix, Func<int, byte[]>> s_lengths = new()
    {
        [LengthPrefix.Varint] = ShortestVarint,
        [LengthPrefix.UInt16LittleEndian] =
            static length => Primitive(2, bytes => BinaryPrimitives.WriteUInt16LittleEndian(bytes, (ushort)length)),
        [LengthPrefix.UInt16BigEndian] =
            static length => Primitive(2, bytes => BinaryPrimitives.WriteUInt16BigEndian(bytes, (ushort)length)),
        [LengthPrefix.Int32LittleEndian] = static length => Primitive(4, bytes => BinaryPrimitives.WriteInt32LittleEndian(bytes, length)),
        [LengthPrefix.Int32BigEndian] = static length => Primitive(4, bytes => BinaryPrimitives.WriteInt32BigEndian(bytes, length)),
    };

    public static TheoryData<LengthPrefix> Prefixes => [.. s_lengths.Keys];

    public static TheoryData<LengthPrefix> Prefixes16 => [LengthPrefix.UInt16LittleEndian, LengthPrefix.UInt16BigEndian];

    [Fact]
    public void Prefixed_WithAnUndefinedPrefix_ThrowsAndWritesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        foreach (LengthPrefix prefix in new[] { (LengthPrefix)(-1), (LengthPrefix)5 })
        {
            Assert.Throws<ArgumentOutOfRangeException>("prefix", () => writer.WritePrefixedUtf8("a".AsSpan(), prefix));
            Assert.Throws<ArgumentOutOfRangeException>("prefix", () => writer.WritePrefixedBytes([1], prefix));
        }

        Assert.Equal(0, writer.WrittenCount);
    }

    [Theory]
    [MemberData(nameof(Prefixes))]
    public void PrefixedUtf8_OfAnyText_EqualsTheReference(LengthPrefix prefix) => Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), letters =>
        AssertPrefixedText(prefix, new string([.. letters.Select(static letter => s_letters[letter % s_letters.Length])])))
        .Check(Config.QuickThrowOnFailure.WithMaxTest(300).WithEndSize(300));

    /// <summary>Checks lengths at which the varint becomes longer, by characters and by bytes.</summary>
    [Theory]
    [MemberData(nameof(Prefixes))]
    public void PrefixedUtf8_OfALengthAtABorder_EqualsTheReference(LengthPrefix prefix)
    {
        foreach (char letter in "x\u00E9\u20AC")
        {
            foreach (int length in new[] { 0, 1, 41, 42, 43, 63, 64, 126, 127, 128, 129, 1023, 1024, 1025, 5461, 5462, 8191, 8192, 16_383,
                16_384, 16_385, 21_845 })
            {
                AssertPrefixedText(prefix, new string(letter, length));
            }
        }

        AssertPrefixedText(prefix, new string('x', 126) + "\u00E9");
        AssertPrefixedText(prefix, new string('x', 127) + "\u00E9");
        AssertPrefixedText(prefix, string.Concat(Enumerable.Repeat(Pair, 1000)));
        AssertPrefixedText(prefix, new string('\uD83D', 1000));
    }

    [Theory]
    [InlineData(43, '\u20AC')]
    [InlineData(100, '\u00E9')]
    [InlineData(127, 'x')]
    public void VarintPrefixedUtf8_WithAnyRoomLeft_EqualsTheReference(int length, char letter)
    {
        byte[] text = Encoding.UTF8.GetBytes(new string(letter, length));
        byte[] expected = [.. ShortestVarint(text.Length), .. text];
        for (int room = 0; room <= expected.Length + 3; room++)
        {
            using var writer = new PooledArrayBufferWriter<byte>(
                new BufferWriterOptions { InitialCapacity = 512 }, new CountingArrayPool<byte>());
            writer.Write(new byte[512 - room]);

            writer.WritePrefixedUtf8(new string(letter, length).AsSpan(), LengthPrefix.Varint);

            Assert.Equal(expected, writer.WrittenSpan.Slice(512 - room).ToArray());
            Assert.Equal(room >= expected.Length ? 512 : 1024, writer.Capacity);
        }
    }

    [Theory]
    [MemberData(nameof(Prefixes16))]
    public void PrefixedUtf8_OfTheLongestText_EqualsTheReference(LengthPrefix prefix)
    {
        AssertPrefixedText(prefix, new string('x', 65_535));
        AssertPrefixedText(prefix, new string('\u20AC', 21_845));
    }

    [Theory]
    [MemberData(nameof(Prefixes16))]
    public void PrefixedUtf8_OfTooLongText_ThrowsAndWritesNothing(LengthPrefix prefix)
    {
        foreach (string text in new[] { new string('x', 65_536), new string('\u00E9', 32_768),
            new string('\u20AC', 21_844) + new string('x', 4), new string('x', 200_000) })
        {
            AssertRefused("text", Encoding.UTF8.GetByteCount(text), writer => writer.WritePrefixedUtf8(text.AsSpan(), prefix));
        }
    }

    [Theory]
    [MemberData(nameof(Prefixes16))]
    public void PrefixedBytes_OfTooMany_ThrowsAndWritesNothing(LengthPrefix prefix) =>
        AssertRefused("bytes", 65_536, writer => writer.WritePrefixedBytes(new byte[65_536], prefix));

    [Theory]
    [MemberData(nameof(Prefixes))]
    public void PrefixedBytes_OfAnyNumber_EqualsTheReference(LengthPrefix prefix)
    {
        foreach (int length in new[] { 0, 1, 2, 126, 127, 128, 255, 256, 5000, 16_383, 16_384, 65_535 })
        {
            byte[] bytes = [.. Enumerable.Range(0, length).Select(static i => (byte)(i * 3))];
            AssertEveryWriter([.. s_lengths[prefix](length), .. bytes], writer => writer.WritePrefixedBytes(bytes, prefix));
        }
    }

    [Fact]
    public void PrefixedUtf8_OfLongTextToAForeignWriter_AsksForLittleAtATime()
    {
        var writer = new ChunkedBufferWriter();

        writer.WritePrefixedUtf8(new string('\u20AC', 100_000).AsSpan(), LengthPrefix.Varint);

        Assert.Equal([.. ShortestVarint(300_000), .. Encoding.UTF8.GetBytes(new string('\u20AC', 100_000))], writer.Content);
        Assert.InRange(writer.LargestRequest, 1, (3 * 1024) + 5);
    }

    [Fact]
    public void PrefixedUtf8_ThatFits_DoesNotGrow()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 32 }, new CountingArrayPool<byte>());

        writer.WritePrefixedUtf8(new string('\u00E9', 14).AsSpan(), LengthPrefix.Int32BigEndian);

        Assert.Equal(32, writer.Capacity);
    }

    private static void AssertPrefixedText(LengthPrefix prefix, string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        byte[] expected = [.. s_lengths[prefix](bytes.Length), .. bytes];
        AssertEveryWriter(expected, writer => writer.WritePrefixedUtf8(text.AsSpan(), prefix));

        using var roomy = new PooledArrayBufferWriter<byte>(initialCapacity: expected.Length + 1000);
        roomy.WritePrefixedUtf8(text.AsSpan(), prefix);
        Assert.Equal(expected, roomy.WrittenSpan.ToArray());

        using var chunks = new SegmentedBufferWriter();
        chunks.Write(new byte[4090]);
        chunks.WritePrefixedUtf8(text.AsSpan(), prefix);
        Assert.Equal(expected, chunks.WrittenSequence.Slice(4090).ToArray());
    }

    private static void AssertRefused(string parameter, int bytes, Action<IBufferWriter<byte>> write)
    {
        using var roomy = new PooledArrayBufferWriter<byte>(initialCapacity: 1 << 20);
        using var small = new PooledArrayBufferWriter<byte>(initialCapacity: 16);
        using var chunks = new SegmentedBufferWriter();
        var foreign = new ChunkedBufferWriter();
        foreach (IBufferWriter<byte> writer in new IBufferWriter<byte>[] { roomy, small, chunks, foreign })
        {
            writer.WriteByte(42);

            var exception = Assert.Throws<ArgumentOutOfRangeException>(parameter, () => write(writer));

            Assert.Equal((long)bytes, exception.ActualValue);
            Assert.Contains("65535", exception.Message, StringComparison.Ordinal);
        }

        Assert.Equal([42], roomy.WrittenSpan.ToArray());
        Assert.Equal([42], small.WrittenSpan.ToArray());
        Assert.Equal(16, small.Capacity);
        Assert.Equal([42], chunks.WrittenSequence.ToArray());
        Assert.Equal([42], foreign.Content);
    }

    private static byte[] ShortestVarint(int length)
    {
        var bytes = new List<byte>();
        for (; length >= 0x80; length /= 0x80)
            bytes.Add((byte)((length % 0x80) + 0x80));

        return [.. bytes, (byte)length];
    }

    private static byte[] Primitive(int length, Action<byte[]> put)
    {
        byte[] bytes = new byte[length];
        put(bytes);
        return bytes;
    }
}
