namespace Pooling.Buffers;

/// <summary>Tests Guids in both orders.</summary>
public sealed partial class BufferWriterExtensionsTests
{
    private const string SomeGuid = "00112233-4455-6677-8899-aabbccddeeff";

    [Fact]
    public void WriteGuidLittleEndian_AnyWriter_WritesTheOrderOfToByteArray()
    {
        var guid = new Guid(SomeGuid);
        using var own = new PooledArrayBufferWriter<byte>(initialCapacity: 16);
        var other = new ChunkedBufferWriter(5);

        own.WriteGuidLittleEndian(guid);
        other.WriteGuidLittleEndian(guid);

        Assert.Equal(guid.ToByteArray(), own.WrittenSpan.ToArray());
        Assert.Equal(guid.ToByteArray(), other.Content);
    }

    [Fact]
    public void WriteGuidBigEndian_AnyWriter_WritesTheOrderOfItsText()
    {
        var guid = new Guid(SomeGuid);
        using var own = new PooledArrayBufferWriter<byte>(initialCapacity: 16);
        var other = new ChunkedBufferWriter(5);

        own.WriteGuidBigEndian(guid);
        other.WriteGuidBigEndian(guid);

        Assert.Equal([.. Enumerable.Range(0, 16).Select(static i => (byte)(i * 0x11))], own.WrittenSpan.ToArray());
        Assert.Equal(own.WrittenSpan.ToArray(), other.Content);
    }

    [Fact]
    public void WriteGuid_WithoutAWriter_NamesIt()
    {
        Assert.Throws<ArgumentNullException>("writer", () => BufferWriterExtensions.WriteGuidLittleEndian(null!, Guid.Empty));
        Assert.Throws<ArgumentNullException>("writer", () => BufferWriterExtensions.WriteGuidBigEndian(null!, Guid.Empty));
    }

    [Fact]
    public void WriteVarint64_OfEveryLength_TakesAsManyBytesAsItsBitsNeed()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        for (int bits = 1; bits <= 64; bits++)
        {
            writer.ResetWrittenCount();
            writer.WriteVarint64(ulong.MaxValue >> (64 - bits));
            Assert.Equal((bits + 6) / 7, writer.WrittenCount);
            writer.ResetWrittenCount();
            writer.WriteVarint64(1UL << (bits - 1));
            Assert.Equal((bits + 6) / 7, writer.WrittenCount);
        }
    }
}
