using Pooling.Doubles;

namespace Pooling.Buffers;

/// <summary>Tests copying to streams, including streams that fail.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(100_000)]
    public void CopyTo_AStream_WritesWhatWasWritten(int length)
    {
        using var writer = WriterWith(length);
        using var stream = new MemoryStream();

        writer.CopyTo(stream);
        writer.CopyTo(stream);

        Assert.Equal([.. writer.WrittenSpan, .. writer.WrittenSpan], stream.ToArray());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(100_000)]
    public async Task CopyToAsync_AStream_WritesWhatWasWritten(int length)
    {
        using var writer = WriterWith(length);
        using var stream = new MemoryStream();

        await writer.CopyToAsync(stream);

        Assert.Equal(writer.WrittenSpan.ToArray(), stream.ToArray());
    }

    [Fact]
    public async Task CopyTo_OfNothing_LeavesTheStreamAlone()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        using var stream = new FaultyStream();

        writer.CopyTo(stream);
        await writer.CopyToAsync(stream);

        Assert.Equal(0, stream.Writes);
    }

    [Fact]
    public void CopyTo_AStreamThatThrows_LeavesTheWriterUnchanged()
    {
        using var writer = WriterWith(500);
        using var stream = new FaultyStream();

        Assert.Throws<InjectedFaultException>(() => writer.CopyTo(stream));

        Assert.Equal(1, stream.Writes);
        AssertStillUsable(writer, 500);
    }

    [Fact]
    public async Task CopyToAsync_AStreamThatThrows_LeavesTheWriterUnchanged()
    {
        using var writer = WriterWith(500);
        using var stream = new FaultyStream();

        await Assert.ThrowsAsync<InjectedFaultException>(() => writer.CopyToAsync(stream).AsTask());

        Assert.Equal(1, stream.Writes);
        AssertStillUsable(writer, 500);
    }

    [Fact]
    public async Task CopyToAsync_CancelledBeforehand_WritesNothing()
    {
        using var writer = WriterWith(500);
        using var stream = new FaultyStream();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            writer.CopyToAsync(stream, new CancellationToken(canceled: true)).AsTask());

        Assert.Equal(0, stream.Writes);
        AssertStillUsable(writer, 500);
    }

    [Fact]
    public async Task CopyToAsync_CancelledHalfway_LeavesTheWriterUnchanged()
    {
        using var writer = WriterWith(500);
        using var stream = new FaultyStream { Stalls = true };
        using var cancellation = new CancellationTokenSource();

        Task copying = writer.CopyToAsync(stream, cancellation.Token).AsTask();
        Assert.False(copying.IsCompleted);
        cancellation.Cancel();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => copying);
        AssertStillUsable(writer, 500);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task CopyTo_AStreamThatWritesPartly_LeavesTheWriterUnchanged(bool yields)
    {
        using var writer = WriterWith(500);
        using Stream read = writer.AsReadStream();
        Func<Stream, Task>[] copies =
        [
            stream => Task.Run(() => writer.CopyTo(stream)),
            async stream => await writer.CopyToAsync(stream),
            stream => Task.Run(() => read.CopyTo(stream)),
            stream => read.CopyToAsync(stream),
        ];
        foreach (Func<Stream, Task> copy in copies)
        {
            read.Position = 0;
            var stream = new PartialStream(room: 123) { Yields = yields };

            await Assert.ThrowsAsync<InjectedFaultException>(() => copy(stream));

            Assert.Equal(1, stream.Writes);
            Assert.Equal(Message(123), stream.Taken);
        }

        AssertStillUsable(writer, 500);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task CopyToAsync_AStreamThatBlocks_WritesAllAtOnce(bool yields)
    {
        using var writer = WriterWith(500);
        var stream = new PartialStream(room: 1000) { Blocks = TimeSpan.FromMilliseconds(2), Yields = yields };

        await writer.CopyToAsync(stream);
        using Stream read = writer.AsReadStream();
        await read.CopyToAsync(stream);

        Assert.Equal([.. Message(500), .. Message(500)], stream.Taken);
        Assert.Equal(2, stream.Writes);
    }

    [Fact]
    public async Task CopyTo_WithoutAStream_NamesIt()
    {
        using var writer = new PooledArrayBufferWriter<byte>();

        Assert.Equal("destination", Assert.Throws<ArgumentNullException>(() => writer.CopyTo((Stream)null!)).ParamName);
        Assert.Equal("destination",
            (await Assert.ThrowsAsync<ArgumentNullException>(() => writer.CopyToAsync((Stream)null!).AsTask())).ParamName);
    }

    [Fact]
    public async Task CopyTo_OfADisposedWriter_Throws()
    {
        var writer = new PooledArrayBufferWriter<byte>();
        writer.Dispose();

        Assert.Throws<ObjectDisposedException>(() => writer.CopyTo(Stream.Null));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => writer.CopyToAsync(Stream.Null).AsTask());
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void CopyTo_AStream_AllocatesNothing()
    {
        using var writer = WriterWith(500);
        using var stream = new MemoryStream(500);

        AllocationAssert.Zero(() =>
        {
            stream.Position = 0;
            writer.CopyTo(stream);
            stream.Position = 0;
            writer.CopyToAsync(stream).GetAwaiter().GetResult();
        });
    }
#endif

    private static PooledArrayBufferWriter<byte> WriterWith(int length)
    {
        var writer = new PooledArrayBufferWriter<byte>();
        writer.Write(Message(length));
        return writer;
    }

    private static byte[] Message(int length) => [.. Enumerable.Range(1, length).Select(static number => (byte)number)];

    private static void AssertStillUsable(PooledArrayBufferWriter<byte> writer, int length)
    {
        Assert.Equal(Message(length), writer.WrittenSpan.ToArray());
        writer.Write([7]);
        Assert.Equal([.. Message(length), 7], writer.WrittenSpan.ToArray());
    }
}
