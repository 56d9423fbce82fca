#if !NETFRAMEWORK
namespace Pooling.Buffers;

/// <summary>Tests that reads allocate nothing, except for strings, including reads of incomplete data.</summary>
public sealed partial class BufferReaderTests
{
    [Fact]
    [Trait("Category", "Allocation")]
    public void EveryMember_ThatMakesNoString_AllocatesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.WriteInt32LittleEndian(1);
        writer.WriteDoubleBigEndian(1);
        writer.WriteGuidBigEndian(Guid.NewGuid());
        writer.WriteVarint64(ulong.MaxValue);
        writer.WriteZigZagVarint32(-500);
        writer.WriteVarint32(3);
        writer.WriteUtf8("abc");
        writer.WriteBigEndian<int>([1, 2, 3]);
        writer.WriteLittleEndian<int>([1, 2, 3]);
        writer.Write([0x7F, 0xFF, 0xFF, 0xFF, 0x80]);
        byte[] bytes = writer.WrittenSpan.ToArray();
        int[] numbers = new int[3];

        AllocationAssert.Zero(() =>
        {
            var reader = new BufferReader(bytes);
            reader.ReadInt32LittleEndian();
            reader.ReadDoubleBigEndian();
            reader.ReadGuidBigEndian();
            reader.ReadVarint64();
            reader.ReadZigZagVarint32();
            reader.ReadPrefixedBytes(LengthPrefix.Varint);
            reader.ReadBigEndian<int>(numbers);
            reader.ReadLittleEndian<int>(numbers);
            if (reader.TryReadPrefixedUtf8(LengthPrefix.Int32BigEndian, out _)
                || reader.TryReadLittleEndian<long>(int.MaxValue, out _, int.MaxValue))
            {
                throw new InvalidOperationException("Hostile lengths were accepted.");
            }
        });
    }

    [Theory]
    [Trait("Category", "Allocation")]
    [MemberData(nameof(Prefixes))]
    public void ReadPrefixed_OfMoreThanIsThere_AllocatesNothing(LengthPrefix prefix)
    {
        foreach ((long length, int limit) in s_hostileLengths)
        {
            if (IsHostile(prefix, length, limit))
                continue; // throws an exception

            byte[] bytes = [.. PrefixOf(prefix, length), .. "abcde"u8];

            AllocationAssert.Zero(() =>
            {
                var reader = new BufferReader(bytes);
                if (reader.TryReadPrefixedUtf8(prefix, out _, limit))
                    throw new InvalidOperationException("An incomplete value was accepted.");
            });
        }
    }
}
#endif
