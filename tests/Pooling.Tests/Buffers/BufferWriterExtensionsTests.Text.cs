using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests text against <see cref="Encoding.UTF8"/>.</summary>
public sealed partial class BufferWriterExtensionsTests
{
    private const string Pair = "\uD83D\uDE00"; // one character of four bytes

    // One, two and three bytes, and both kinds of surrogates, so that pairs and lone ones occur.
    private static readonly char[] s_letters =
        ['a', 'b', 'c', 'd', '\x7F', '\x80', '\u00E9', '\u07FF', '\u0800', '\uFFFF', '\uD83D', '\uDBFF', '\uDC00', '\uDE00'];

    [Theory]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("The quick brown fox jumps over..")]
    [InlineData("fifteen letters")]
    [InlineData("sixteen letters.")]
    [InlineData("seventeen letters")]
    [InlineData("gr\u00FC\u00DFe, \u20AC 5")]
    [InlineData("sixteen letters.\u20AC and more")]
    [InlineData("a pair: " + Pair + " in between")]
    [InlineData("nul \0 and \x7F and \x80")]
    public void WriteUtf8_OfText_EqualsTheEncoding(string text) => AssertText(text);

    [Fact]
    public void WriteUtf8_OfAString_EqualsThatOfItsCharacters()
    {
        const string Text = "gr\u00FC\u00DFe";
        using var writer = new PooledArrayBufferWriter<byte>();
        Assert.Equal(7, writer.WriteUtf8(Text));
        Assert.Equal(0, writer.WriteUtf8((string?)null));
        writer.WritePrefixedUtf8(Text, LengthPrefix.Varint);
        writer.WritePrefixedUtf8((string?)null, LengthPrefix.Varint);

        byte[] expected = Encoding.UTF8.GetBytes(Text);
        Assert.Equal([.. expected, 7, .. expected, 0], writer.WrittenSpan.ToArray());
    }

    // As characters, because the strings of an attribute are UTF-8 themselves.
    [Theory]
    [InlineData('\uD83D')]
    [InlineData('\uDE00')]
    public void WriteUtf8_OfALoneSurrogate_ReplacesIt(char lone)
    {
        AssertText($"{lone}");
        AssertText($"{lone}{lone}, and behind sixteen letters: {lone}");
        Assert.Equal(3, new ChunkedBufferWriter().WriteUtf8([lone]));
    }

    [Fact]
    public void WriteUtf8_OfAnyText_EqualsTheEncoding() => Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), letters =>
        AssertText(new string([.. letters.Select(static letter => s_letters[letter % s_letters.Length])])))
        .Check(Config.QuickThrowOnFailure.WithMaxTest(500).WithEndSize(300));

    [Fact]
    public void WriteUtf8_WithOneForeignLetterAnywhere_EqualsTheEncoding()
    {
        for (int length = 1; length <= 50; length++)
        {
            for (int at = 0; at < length; at++)
                AssertText(new string('x', at) + "\u00E9" + new string('y', length - at - 1));
        }
    }

    [Theory]
    [InlineData(1022)]
    [InlineData(1023)]
    [InlineData(1024)]
    [InlineData(2046)]
    [InlineData(2047)]
    public void WriteUtf8_WithAPairAtTheEndOfAPiece_KeepsItWhole(int before) =>
        AssertText(new string('x', before) + Pair + new string('y', 3000));

    [Theory]
    [InlineData('\uD83D')]
    [InlineData('\uDE00')]
    public void WriteUtf8_WithALoneSurrogateAtTheEndOfAPiece_ReplacesIt(char lone) =>
        AssertText(new string('x', 1023) + lone + new string('y', 1100));

    [Theory]
    [InlineData('x')]
    [InlineData('\u00E9')]
    [InlineData('\u20AC')]
    public void WriteUtf8_OfLongText_EqualsTheEncoding(char letter) => AssertText(new string(letter, 10_000));

    [Fact]
    public void WriteUtf8_OfLongTextToAForeignWriter_AsksForLittleAtATime()
    {
        var writer = new ChunkedBufferWriter();

        Assert.Equal(300_000, writer.WriteUtf8(new string('\u20AC', 100_000).AsSpan()));

        Assert.InRange(writer.LargestRequest, 1, 3 * 1024);
    }

    [Fact]
    public void WriteUtf8_ThatFits_DoesNotGrow()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 32 }, new CountingArrayPool<byte>());

        writer.WriteUtf8(new string('x', 32).AsSpan());

        Assert.Equal(32, writer.Capacity);
    }

    [Theory]
    [InlineData(32)]
    [InlineData(256)]
    public void WriteUtf8_OfForeignLettersThatFit_DoesNotGrow(int capacity)
    {
        using var writer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = capacity }, new CountingArrayPool<byte>());

        writer.WriteUtf8(new string('\u00E9', capacity / 2).AsSpan());

        Assert.Equal(capacity, writer.Capacity);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(16)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(300)]
    public void WriteUtf8_WithAnyRoomLeft_EqualsTheEncoding(int length)
    {
        foreach (int at in new[] { 0, length / 2, length - 1 })
        {
            string text = new string('x', at) + "\u20AC" + new string('y', length - at - 1);
            byte[] expected = Encoding.UTF8.GetBytes(text);
            for (int room = 0; room <= expected.Length + 1; room++)
            {
                using var writer = new PooledArrayBufferWriter<byte>(initialCapacity: 512);
                writer.Write(new byte[512 - room]);

                Assert.Equal(expected.Length, writer.WriteUtf8(text.AsSpan()));
                Assert.Equal(expected, writer.WrittenSpan.Slice(512 - room).ToArray());
            }
        }
    }

    [Fact]
    public void WriteUtf8_ThatDoesNotFit_ThrowsAndWritesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = 32 });
        writer.Write([1]);

        var exception = Assert.Throws<BufferCapacityExceededException>(() => writer.WriteUtf8((new string('x', 30) + "\u00E9").AsSpan()));

        Assert.Equal(33, exception.Requested);
        Assert.Equal([1], writer.WrittenSpan.ToArray());
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void EveryMember_OnceWarm_AllocatesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        string text = new string('x', 40) + Pair;
        string longText = new('\u20AC', 5000);
        int[] numbers = [1, 2, 3];

        AllocationAssert.Zero(() =>
        {
            writer.ResetWrittenCount();
            writer.WriteInt32LittleEndian(1);
            writer.WriteDoubleBigEndian(1);
            writer.WriteVarint64(ulong.MaxValue);
            writer.WriteZigZagVarint32(-5);
            writer.WriteUtf8(text.AsSpan());
            writer.WriteUtf8(longText.AsSpan());
            writer.WriteLittleEndian<int>(numbers);
            writer.WriteBigEndian<int>(numbers);
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void EveryMember_ToAnotherWriter_AllocatesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        string text = new string('x', 40) + Pair;
        string longText = new('\u20AC', 5000);
        int[] numbers = [1, 2, 3];

        AllocationAssert.Zero(() =>
        {
            writer.ResetWrittenCount();
            writer.WriteInt32LittleEndian(1);
            writer.WriteDoubleBigEndian(1);
            writer.WriteVarint64(ulong.MaxValue);
            writer.WriteZigZagVarint32(-5);
            writer.WriteUtf8(text.AsSpan());
            writer.WriteUtf8(longText.AsSpan());
            writer.WriteLittleEndian<int>(numbers);
            writer.WriteBigEndian<int>(numbers);
        });
    }
#endif

    private static void AssertText(string text)
    {
        byte[] expected = Encoding.UTF8.GetBytes(text);

        AssertEveryWriter(expected, writer => Assert.Equal(expected.Length, writer.WriteUtf8(text.AsSpan())));
    }
}
