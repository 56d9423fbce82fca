using System.Buffers;
using Pooling.Buffers;
using Pooling.Encodeables;

namespace Pooling.Samples.OpcUaNotifications;

/// <summary>Tests the decoders of the sample with recorded, cut and changed messages.</summary>
public sealed class MessageTests
{
    public static TheoryData<int> Messages { get; } = [.. Enumerable.Range(0, Recording.Messages.Count)];

    [Theory]
    [MemberData(nameof(Messages))]
    public void Encode_ARecordedMessage_GivesTheSameBytes(int index)
    {
        byte[] message = Recording.Messages[index];
        var plain = new PlainMessage();
        plain.Decode(message);
        using PooledRef<HandWrittenMessage> handWritten = HandWrittenMessage.Pool.Rent();
        handWritten.Value.Decode(message);
        using PooledRef<GeneratedMessage> generated = GeneratedMessage.Pool.Rent();
        generated.Value.Decode(message);

        Assert.Equal(message, Encoded(plain.Encode));
        Assert.Equal(message, Encoded(handWritten.Value.Encode));
        Assert.Equal(message, Encoded(generated.Value.Encode));
        Assert.Equal(plain.Items.Select(static item => item.Value.AsDouble), handWritten.Value.Items.Select(static item => item.Value.AsDouble));
        Assert.Equal(plain.Items.Select(static item => item.Value.AsDouble), generated.Value.Items.Select(static item => item.Value.AsDouble));
    }

    [Fact]
    public void Recording_HasMessagesOfEachKind()
    {
        int[] counts = [.. Recording.Messages.Select(static message =>
        {
            var plain = new PlainMessage();
            plain.Decode(message);
            return plain.Items.Count;
        })];

        Assert.Equal([4, 20, 105, 0, 52, 9, 1, 10, 104], counts);
    }

    [Theory]
    [MemberData(nameof(Messages))]
    public void Decode_EachPrefix_IsRefusedAndLeavesNothingRented(int index)
    {
        byte[] message = Recording.Messages[index];
        (long, long) before = InUse();
        for (int length = 0; length < message.Length; length++)
        {
            byte[] prefix = message[..length]; // exactly as long: bytes behind it would be noticed
            Assert.Throws<InvalidDataException>(() => Decode(prefix));
        }

        Assert.Equal(before, InUse());
    }

    [Theory]
    [MemberData(nameof(Messages))]
    public void Decode_EachByteChanged_IsRefusedOrEncodedAgain(int index)
    {
        byte[] message = Recording.Messages[index];
        (long, long) before = InUse();
        var random = new Random(index);
        for (int at = 0; at < message.Length; at++)
        {
            byte[] changed = [.. message];
            changed[at] ^= (byte)random.Next(1, 256);
            try
            {
                using PooledRef<GeneratedMessage> rental = GeneratedMessage.Pool.Rent();
                rental.Value.Decode(changed);
                if (rental.Value.Refused == 0)
                    Assert.Equal(changed, Encoded(rental.Value.Encode));
            }
            catch (InvalidDataException)
            {
                // The only exception that is allowed.
            }
        }

        Assert.Equal(before, InUse());
    }

    [Fact]
    public void Decode_ManyTimes_AllocatesNothing()
    {
        for (int i = 0; i < 200; i++)
            DecodeAll();

        long fewest = long.MaxValue; // another thread's collection may charge this one for a moment
        for (int attempt = 0; attempt < 10 && fewest > 0; attempt++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            DecodeAll();
            fewest = Math.Min(fewest, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.Equal(0, fewest);
    }

    [Fact]
    public void Dispose_AMessageOnAnotherThread_ReturnsItAndItsValues()
    {
        PooledRef<GeneratedMessage> rental = GeneratedMessage.Pool.Rent();
        rental.Value.Decode(Recording.Messages[2]);
        PooledRef<GeneratedMessage> copy = rental;

        var thread = new Thread(() => rental.Dispose());
        thread.Start();
        thread.Join();

        Assert.False(copy.IsLive);
        Assert.Throws<ObjectDisposedException>(() => copy.Value);
    }

    [Theory]
    [InlineData(6, new byte[] { 0xFF, 0xFF, 0xFF, 0xFF }, -1)]
    [InlineData(7, new byte[] { 0xFF, 0xFF, 0xFF, 0xFF }, uint.MaxValue)]
    [InlineData(1, new byte[] { 1 }, 1)]
    [InlineData(8, new byte[] { 2, 0, 0, 0, 0, 0, 0, 0 }, 2)]
    [InlineData(0, new byte[0], double.NaN)]
    public void Read_AValueOfEachType_IsThatValue(byte type, byte[] content, double expected)
    {
        byte[] bytes = [1, type, .. content];
        var reader = new BufferReader(bytes);
        DataValue value = DataValue.Read(ref reader);

        Assert.Equal(expected, value.AsDouble);
        Assert.True(reader.End);
        Assert.Equal(bytes, Encoded(value.Write));
    }

    [Theory]
    [InlineData(new byte[] { 1, 12, 2, 0, 0, 0, (byte)'h', (byte)'i' }, "hi")]
    [InlineData(new byte[] { 1, 12, 0xFF, 0xFF, 0xFF, 0xFF }, null)]
    [InlineData(new byte[] { 1, 12, 0, 0, 0, 0 }, "")]
    public void Read_AText_IsThatText(byte[] bytes, string? expected)
    {
        var reader = new BufferReader(bytes);
        DataValue value = DataValue.Read(ref reader);

        Assert.Equal(expected, value.Text);
        Assert.Equal(bytes, Encoded(value.Write));
    }

    [Theory]
    [InlineData(new byte[] { 1, 12, 0xFF, 0xFF, 0xFF, 0x7F, 0 })] // a text of 2 GB
    [InlineData(new byte[] { 1, 12, 0xFE, 0xFF, 0xFF, 0xFF, 0 })] // a negative length
    [InlineData(new byte[] { 1, 12, 1, 0, 0, 0, 0xFF })] // no UTF-8
    [InlineData(new byte[] { 1, 0x8B, 1, 0, 0, 0 })] // an array
    [InlineData(new byte[] { 1, 25 })] // a type that does not exist
    [InlineData(new byte[] { 64 })] // a mask with an unknown bit
    public void Read_AWrongValue_IsRefused(byte[] bytes) => Assert.Throws<InvalidDataException>(() =>
    {
        var reader = new BufferReader(bytes);
        DataValue.Read(ref reader);
    });

    private static void Decode(byte[] message)
    {
        using PooledRef<GeneratedMessage> generated = GeneratedMessage.Pool.Rent();
        using PooledRef<HandWrittenMessage> handWritten = HandWrittenMessage.Pool.Rent();
        Assert.Throws<InvalidDataException>(() => handWritten.Value.Decode(message));
        generated.Value.Decode(message);
    }

    private static void DecodeAll()
    {
        for (int i = 0; i < Recording.Messages.Count; i++)
        {
            using PooledRef<GeneratedMessage> generated = GeneratedMessage.Pool.Rent();
            generated.Value.Decode(Recording.Messages[i]);
            using PooledRef<HandWrittenMessage> handWritten = HandWrittenMessage.Pool.Rent();
            handWritten.Value.Decode(Recording.Messages[i]);
        }
    }

    private static (long Messages, long Items) InUse() =>
        (GeneratedMessage.Pool.GetStatistics().InUse + HandWrittenMessage.Pool.GetStatistics().InUse,
            GeneratedItem.Pool.GetStatistics().InUse + HandWrittenItem.Pool.GetStatistics().InUse);

    private static byte[] Encoded(Action<IBufferWriter<byte>> encode)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        encode(writer);
        return writer.WrittenSpan.ToArray();
    }
}
