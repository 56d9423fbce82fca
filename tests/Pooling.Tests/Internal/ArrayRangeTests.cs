using Pooling.Buffers;

namespace Pooling.Internal;

/// <summary>Tests what the streams of the library say about a part of an array that does not exist.</summary>
public sealed class ArrayRangeTests
{
    [Theory]
    [InlineData(200, 10, "offset", "The offset is 200, but the array has 64 bytes.")]
    [InlineData(64, 1, "count", "The count is 1, but the array has 0 bytes from offset 64 on.")]
    [InlineData(60, 5, "count", "The count is 5, but the array has 4 bytes from offset 60 on.")]
    [InlineData(0, int.MaxValue, "count", "The count is 2147483647, but the array has 64 bytes from offset 0 on.")]
    [InlineData(int.MaxValue, int.MaxValue, "offset", "The offset is 2147483647, but the array has 64 bytes.")]
    public void Check_OfAPartThatDoesNotExist_SaysWhatTheArrayHas(int offset, int count, string parameter, string message)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        using var segmented = new SegmentedBufferWriter();
        byte[] array = new byte[64];
        Action[] calls =
        [
            () => writer.AsStream().Write(array, offset, count),
            () => writer.AsStream().WriteAsync(array, offset, count, CancellationToken.None),
            () => writer.AsStream().BeginWrite(array, offset, count, null, null),
            () => Assert.Equal(0, writer.AsReadStream().Read(array, offset, count)),
            () => writer.AsReadStream().ReadAsync(array, offset, count, CancellationToken.None),
            () => writer.AsReadStream().BeginRead(array, offset, count, null, null),
            () => Assert.Equal(0, segmented.AsReadStream().Read(array, offset, count)),
        ];

        Assert.All(calls, call =>
        {
            ArgumentOutOfRangeException exception = Assert.Throws<ArgumentOutOfRangeException>(parameter, call);
            Assert.StartsWith(message, exception.Message, StringComparison.Ordinal);
        });
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(64, 0)]
    [InlineData(0, 64)]
    [InlineData(63, 1)]
    public void Check_OfAPartWithinTheArray_Returns(int offset, int count)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        writer.AsStream().Write(new byte[64], offset, count);

        Assert.Equal(count, writer.WrittenCount);
    }
}
