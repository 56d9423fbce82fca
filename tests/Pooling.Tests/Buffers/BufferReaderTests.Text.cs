using System.Buffers.Binary;
using System.Text;
using FsCheck;
using FsCheck.Fluent;
using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests text against a strict <see cref="UTF8Encoding"/>, and bytes and text after their length, including hostile
/// lengths.</summary>
public sealed partial class BufferReaderTests
{
    private static readonly UTF8Encoding s_strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    // First bytes of all lengths, continuation bytes at the bounds of the table, and bytes that never occur in text.
    private static readonly byte[] s_utf8 =
    [
        (byte)'a', (byte)'b', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
        0xF1, 0xF4, 0xF5, 0xFF,
    ];

    private static readonly char[] s_letters =
        ['a', 'b', '\0', '\x7F', '\x80', '\u00E9', '\u07FF', '\u0800', '\uD7FF', '\uE000', '\uFEFF', '\uFFFD', '\uFFFF'];

    // Each with the limit for the read, where 5 bytes follow.
    private static readonly (long Length, int Limit)[] s_hostileLengths =
    [
        (-1, 100), (int.MinValue + 7, 100), (int.MaxValue, int.MaxValue), (uint.MaxValue, int.MaxValue), (6, 100),
        (ushort.MaxValue, int.MaxValue), (5, 4), (1, 0), (0, -1),
    ];

    public static TheoryData<LengthPrefix> Prefixes => [.. Enum.GetValues(typeof(LengthPrefix)).Cast<LengthPrefix>()];

    [Fact]
    public void ReadUtf8_OfAnyText_EqualsIt() => Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), letters =>
    {
        string text = TextOf(letters);
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        AssertRead(
            bytes,
            text,
            writer => writer.WriteUtf8(text.AsSpan()),
            (ref reader, out value) => reader.TryReadUtf8(bytes.Length, out value),
            (ref reader) => reader.ReadUtf8(bytes.Length));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void ReadUtf8_OfAnyBytes_RefusesWhatAStrictEncodingRefuses() => Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), values =>
    {
        byte[] bytes = [.. values.Select(static value => s_utf8[value % s_utf8.Length])];
        string? expected = StrictlyDecoded(bytes);
        if (expected is null)
        {
            AssertRefused<string>([Before, .. bytes], (ref reader, out text) => reader.TryReadUtf8(bytes.Length, out text),
                (ref reader) => reader.ReadUtf8(bytes.Length));
        }
        else
        {
            AssertRead(bytes, expected, null, (ref reader, out text) => reader.TryReadUtf8(bytes.Length, out text),
                (ref reader) => reader.ReadUtf8(bytes.Length));
        }
    }).Check(Config.QuickThrowOnFailure.WithMaxTest(TestRounds.Of(1000)).WithEndSize(20));

    [Fact]
    public void ReadUtf8_OfUpToThreeBytes_RefusesWhatAStrictEncodingRefuses()
    {
        foreach (byte first in s_utf8)
        {
            foreach (byte second in s_utf8)
            {
                foreach (byte third in s_utf8)
                {
                    foreach (byte[] bytes in new byte[][] { [first], [first, second], [first, second, third],
                        [first, second, third, 0x80] })
                    {
                        bool isRefused = Throws<string>(
                            [Before, .. bytes], (ref reader, out text) => TryReadAll(ref reader, bytes.Length, out text));
                        Assert.Equal(StrictlyDecoded(bytes) is null, isRefused);
                    }
                }
            }
        }
    }

    [Theory]
    [InlineData(4)]
    [InlineData(int.MaxValue)]
    public void ReadUtf8_OfMoreThanIsThere_IsIncomplete(int length) => AssertIncomplete<string>(
        [Before, (byte)'a', (byte)'b', (byte)'c'], (ref reader, out text) => reader.TryReadUtf8(length, out text),
        (ref reader) => reader.ReadUtf8(length));

    [Theory]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void ReadUtf8_OfANegativeLength_IsRefused(int length) => AssertRefused<string>(
        [Before, (byte)'a', (byte)'b', (byte)'c'], (ref reader, out text) => reader.TryReadUtf8(length, out text),
        (ref reader) => reader.ReadUtf8(length));

    [Theory]
    [MemberData(nameof(Prefixes))]
    public void ReadPrefixed_OfAnyBytes_EqualsThem(LengthPrefix prefix) =>
        Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), bytes => AssertRead<byte[]>(
        [.. PrefixOf(prefix, bytes.Length), .. bytes],
        bytes,
        null,
        (ref reader, out value) => TryReadBytes(ref reader, prefix, out value),
        (ref reader) => reader.ReadPrefixedBytes(prefix).ToArray())).Check(Config.QuickThrowOnFailure.WithEndSize(200));

    [Theory]
    [MemberData(nameof(Prefixes))]
    public void ReadPrefixed_OfAnyText_EqualsIt(LengthPrefix prefix) => Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), letters =>
    {
        string text = TextOf(letters);
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        AssertRead<string>(
            [.. PrefixOf(prefix, bytes.Length), .. bytes],
            text,
            null,
            (ref reader, out value) => reader.TryReadPrefixedUtf8(prefix, out value),
            (ref reader) => reader.ReadPrefixedUtf8(prefix));
    }).QuickCheckThrowOnFailure();

    [Theory]
    [MemberData(nameof(Prefixes))]
    public void ReadPrefixed_OfBytesThatAreNoText_IsRefused(LengthPrefix prefix) => AssertRefused<string>(
        [Before, .. PrefixOf(prefix, 3), (byte)'a', 0xC3, (byte)'b', (byte)'c'],
        (ref reader, out text) => reader.TryReadPrefixedUtf8(prefix, out text),
        (ref reader) => reader.ReadPrefixedUtf8(prefix));

    [Theory]
    [MemberData(nameof(Prefixes))]
    public void ReadPrefixed_AtItsLimit_IsAccepted(LengthPrefix prefix)
    {
        byte[] encoded = [.. PrefixOf(prefix, 5), .. "abcde"u8];
        AssertRead<string>(encoded, "abcde", null, (ref reader, out text) => reader.TryReadPrefixedUtf8(prefix, out text, 5),
            (ref reader) => reader.ReadPrefixedUtf8(prefix, 5));
        AssertRead<byte[]>(encoded, [.. "abcde"u8], null, (ref reader, out bytes) => TryReadBytes(ref reader, prefix, out bytes, 5),
            (ref reader) => reader.ReadPrefixedBytes(prefix, 5).ToArray());
    }

    [Theory]
    [MemberData(nameof(Prefixes))]
    public void ReadPrefixed_OfAHostileLength_IsRefused(LengthPrefix prefix)
    {
        byte[] content = [.. "abcde"u8];
        foreach ((long length, int limit) in s_hostileLengths)
        {
            byte[] bytes = [Before, .. PrefixOf(prefix, length), .. content];
            TryRead<string> tryText = (ref reader, out text) => reader.TryReadPrefixedUtf8(prefix, out text, limit);
            TryRead<byte[]> tryBytes = (ref reader, out read) => TryReadBytes(ref reader, prefix, out read, limit);
            if (IsHostile(prefix, length, limit))
            {
                AssertRefused(bytes, tryText, (ref reader) => reader.ReadPrefixedUtf8(prefix, limit));
                AssertRefused(bytes, tryBytes, (ref reader) => reader.ReadPrefixedBytes(prefix, limit).ToArray());
            }
            else
            {
                AssertIncomplete(bytes, tryText, (ref reader) => reader.ReadPrefixedUtf8(prefix, limit));
                AssertIncomplete(bytes, tryBytes, (ref reader) => reader.ReadPrefixedBytes(prefix, limit).ToArray());
            }
        }
    }

    /// <summary>Returns whether no further bytes make a length acceptable, after it was truncated to the size of the prefix.</summary>
    internal static bool IsHostile(LengthPrefix prefix, long length, int limit)
    {
        bool isShort = prefix is LengthPrefix.UInt16BigEndian or LengthPrefix.UInt16LittleEndian;
        int claimed = isShort ? (ushort)length : (int)(uint)length;
        return claimed < 0 || claimed > limit;
    }

    internal static byte[] PrefixOf(LengthPrefix prefix, long length)
    {
        byte[] four = new byte[4];
        switch (prefix)
        {
            case LengthPrefix.Varint:
                return Written((uint)length);
            case LengthPrefix.UInt16LittleEndian:
                BinaryPrimitives.WriteUInt16LittleEndian(four, (ushort)length);
                return [four[0], four[1]];
            case LengthPrefix.UInt16BigEndian:
                BinaryPrimitives.WriteUInt16BigEndian(four, (ushort)length);
                return [four[0], four[1]];
            case LengthPrefix.Int32LittleEndian:
                BinaryPrimitives.WriteInt32LittleEndian(four, (int)length);
                return four;
            default:
                BinaryPrimitives.WriteInt32BigEndian(four, (int)length);
                return four;
        }
    }

    internal static string TextOf(byte[] letters) =>
        string.Concat(
            letters.Select(static letter => letter % 16 == 15 ? "\uD83D\uDE00" : s_letters[letter % s_letters.Length].ToString()));

    internal static string? StrictlyDecoded(byte[] bytes)
    {
        try
        {
            return s_strict.GetString(bytes);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    /// <summary>Returns <see langword="false"/> for text that was read, so that only an exception distinguishes text from other
    /// bytes.</summary>
    private static bool TryReadAll(ref BufferReader reader, int length, out string? text)
    {
        BufferReader copy = reader;
        Assert.True(copy.TryReadUtf8(length, out _));
        text = null;
        return false;
    }

    private static bool TryReadBytes(ref BufferReader reader, LengthPrefix prefix, out byte[]? bytes, int maxLength = int.MaxValue)
    {
        bool isRead = reader.TryReadPrefixedBytes(prefix, out ReadOnlySpan<byte> span, maxLength);
        Assert.True(isRead || span.IsEmpty);
        bytes = isRead ? span.ToArray() : null;
        return isRead;
    }
}
