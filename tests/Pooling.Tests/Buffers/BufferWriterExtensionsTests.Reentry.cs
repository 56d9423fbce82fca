using System.Buffers;

namespace Pooling.Buffers;

/// <content>Tests writers whose room is taken while a value is written, or that have no room left.</content>
public sealed partial class BufferWriterExtensionsTests
{
    /// <summary>Checks that the room for a number exists, because storing a number does not check it.</summary>
    [Fact]
    public unsafe void WriteUInt64_WhoseRoomIsTakenWhileItGrows_WritesNothingBeyondTheArray()
    {
        var arrays = new TrimmingArrayPool();
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { InitialCapacity = 1 }, arrays);
        writer.WriteByte(1);
        arrays.Writer = writer;

        Assert.Throws<InvalidOperationException>(() => writer.WriteUInt64LittleEndian(0x1122334455667788));
        byte[] kept = arrays.Given[arrays.Given.Count - 1];
        Assert.Single(kept);
        fixed (byte* bytes = kept)
        {
            // The bytes after an array of one byte, up to the next object, are empty.
            for (int i = 1; i < 8; i++)
                Assert.Equal(0, bytes[i]);
        }
    }

    [Fact]
    public void WritePrefixedBytes_NoneToAWriterThatIsFullThen_WritesTheLengthOnly()
    {
        using var writer = new SegmentedBufferWriter(new BufferWriterOptions { MaxCapacity = 2 });
        writer.WritePrefixedBytes([], LengthPrefix.UInt16BigEndian);

        Assert.Equal(2, writer.WrittenCount);
    }

    /// <summary>A pool of arrays with exactly the requested length. Once, it trims the writer that returns one.</summary>
    private sealed class TrimmingArrayPool : ArrayPool<byte>
    {
        internal PooledArrayBufferWriter<byte>? Writer { get; set; }

        internal List<byte[]> Given { get; } = [];

        public override byte[] Rent(int minimumLength)
        {
            byte[] array = new byte[minimumLength];
            Given.Add(array);
            return array;
        }

        public override void Return(byte[] array, bool clearArray = false)
        {
            PooledArrayBufferWriter<byte>? writer = Writer;
            Writer = null;
            writer?.TrimExcess();
        }
    }
}
