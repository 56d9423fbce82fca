using Pooling.Doubles;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests the written data as a stream: all ways of reading, seeking, and its end.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    public static TheoryData<string> WaysToRead => StreamReads.Names;

    [Theory]
    [MemberData(nameof(WaysToRead))]
    public async Task AsReadStream_Read_GivesWhatWasWritten(string way)
    {
        using var writer = WriterWith(1000);
        using Stream stream = writer.AsReadStream();

        Assert.Equal(Message(1000), await StreamReads.All(way, stream));

        Assert.Equal(1000, stream.Position);
        Assert.Empty(await StreamReads.All(way, stream));
        writer.Write([1, 2, 3]);
        Assert.Equal([1, 2, 3], await StreamReads.All(way, stream));
        stream.Position = 999;
        Assert.Equal([.. Message(1000).Skip(999), 1, 2, 3], await StreamReads.All(way, stream));
    }

    [Theory]
    [MemberData(nameof(WaysToRead))]
    public async Task AsReadStream_BehindTheEnd_GivesNothing(string way)
    {
        using var writer = WriterWith(10);
        using Stream stream = writer.AsReadStream();
        stream.Position = 20;
        writer.Truncate(5);

        Assert.Empty(await StreamReads.All(way, stream));

        Assert.Equal(20, stream.Position);
        Assert.Equal(5, stream.Length);
        stream.Position = long.MaxValue;
        Assert.Empty(await StreamReads.All(way, stream));
    }

    [Theory]
    [MemberData(nameof(WaysToRead))]
    public async Task AsReadStream_Disposed_RefusesAndLeavesTheWriterAlone(string way)
    {
        using var writer = WriterWith(3);
        Stream stream = writer.AsReadStream();
        stream.Dispose();
        stream.Dispose();

        await Assert.ThrowsAsync<ObjectDisposedException>(() => StreamReads.All(way, stream));

        Assert.False(stream.CanRead);
        Assert.False(stream.CanSeek);
        AssertStillUsable(writer, 3);
    }

    [Theory]
    [MemberData(nameof(WaysToRead))]
    public async Task AsReadStream_AfterTheLeaseEnded_DoesNotShowTheNextRentersBytes(string way)
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        writer.Write([1]);
        Stream stream = writer.AsReadStream();
        lease.Dispose();
        using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();
        Assert.Same(writer, next.Value);
        next.Value.Write([5, 6, 7]);

        await Assert.ThrowsAsync<ObjectDisposedException>(() => StreamReads.All(way, stream));

        Assert.Throws<ObjectDisposedException>(() => stream.Length);
        Assert.Throws<ObjectDisposedException>(() => stream.Position);
        Assert.Throws<ObjectDisposedException>(() => stream.Position = 0);
        Assert.Throws<ObjectDisposedException>(() => stream.Seek(0, SeekOrigin.Begin));
    }

    [Theory]
    [MemberData(nameof(WaysToRead))]
    public async Task AsReadStream_OfADisposedWriter_Refuses(string way)
    {
        var writer = WriterWith(3);
        Stream stream = writer.AsReadStream();
        writer.Dispose();

        await Assert.ThrowsAsync<ObjectDisposedException>(() => StreamReads.All(way, stream));

        Assert.Throws<ObjectDisposedException>(writer.AsReadStream);
    }

    [Theory]
    [InlineData(2, SeekOrigin.Begin, 2)]
    [InlineData(2, SeekOrigin.Current, 6)]
    [InlineData(-4, SeekOrigin.Current, 0)]
    [InlineData(-10, SeekOrigin.End, 0)]
    [InlineData(7, SeekOrigin.End, 17)]
    [InlineData(int.MaxValue + 1L, SeekOrigin.Begin, int.MaxValue + 1L)]
    [InlineData(long.MaxValue, SeekOrigin.Begin, long.MaxValue)]
    [InlineData(long.MaxValue - 4, SeekOrigin.Current, long.MaxValue)]
    public void AsReadStream_Sought_MovesThere(long offset, SeekOrigin origin, long expected)
    {
        using var writer = WriterWith(10);
        using Stream stream = writer.AsReadStream();
        stream.Position = 4;

        Assert.Equal(expected, stream.Seek(offset, origin));
        Assert.Equal(expected, stream.Position);
    }

    [Theory]
    [InlineData(-1, SeekOrigin.Begin)]
    [InlineData(-5, SeekOrigin.Current)]
    [InlineData(-11, SeekOrigin.End)]
    [InlineData(long.MinValue, SeekOrigin.End)]
    public void AsReadStream_SoughtBeforeTheBegin_Throws(long offset, SeekOrigin origin)
    {
        using var writer = WriterWith(10);
        using Stream stream = writer.AsReadStream();
        stream.Position = 4;

        Assert.Throws<IOException>(() => stream.Seek(offset, origin));

        Assert.Equal(4, stream.Position);
    }

    [Fact]
    public void AsReadStream_SoughtTooFar_NamesWhat()
    {
        using var writer = WriterWith(10);
        using Stream stream = writer.AsReadStream();
        stream.Position = 4;

        Assert.Equal("offset",
            Assert.Throws<ArgumentOutOfRangeException>(() => stream.Seek(long.MaxValue - 3, SeekOrigin.Current)).ParamName);
        Assert.Equal("offset", Assert.Throws<ArgumentOutOfRangeException>(() => stream.Seek(long.MaxValue, SeekOrigin.End)).ParamName);
        Assert.Equal("origin", Assert.Throws<ArgumentOutOfRangeException>(() => stream.Seek(0, (SeekOrigin)3)).ParamName);
        Assert.Equal("value", Assert.Throws<ArgumentOutOfRangeException>(() => stream.Position = -1).ParamName);

        Assert.Equal(4, stream.Position);
    }

    [Fact]
    public void AsReadStream_OfAnEmptyRentedWriter_IsEmpty()
    {
        using PooledLease<PooledArrayBufferWriter<byte>> lease = new BufferWriterPool().Rent();
        using Stream stream = lease.Value.AsReadStream();

        Assert.Equal(0, stream.Length);
        Assert.Equal(-1, stream.ReadByte());
        stream.CopyTo(new FaultyStream());
    }

    [Fact]
    public void AsReadStream_WrittenTo_IsNotSupported()
    {
        using var writer = WriterWith(3);
        using Stream stream = writer.AsReadStream();

        Assert.True(stream.CanRead);
        Assert.True(stream.CanSeek);
        Assert.False(stream.CanWrite);
        Assert.Throws<NotSupportedException>(() => stream.Write([1], 0, 1));
        Assert.Throws<NotSupportedException>(() => stream.WriteByte(1));
        Assert.Throws<NotSupportedException>(() => stream.SetLength(0));
        stream.Flush();
        AssertStillUsable(writer, 3);
    }

    [Fact]
    public async Task AsReadStream_WithWrongArguments_NamesThem()
    {
        using var writer = WriterWith(3);
        using Stream stream = writer.AsReadStream();

        Assert.Equal("buffer", Assert.Throws<ArgumentNullException>(() => stream.Read(null!, 0, 0)).ParamName);
        Assert.Equal("offset", Assert.Throws<ArgumentOutOfRangeException>(() => stream.Read(new byte[1], -1, 1)).ParamName);
        Assert.Equal("count", Assert.Throws<ArgumentOutOfRangeException>(() => stream.Read(new byte[1], 0, -1)).ParamName);
        Assert.Equal("count", Assert.Throws<ArgumentOutOfRangeException>(() => stream.Read(new byte[1], 1, 1)).ParamName);
        Assert.Equal("asyncResult", Assert.Throws<ArgumentException>(() => stream.EndRead(Task.FromResult("a"))).ParamName);
        Assert.Equal("destination", (await Assert.ThrowsAsync<ArgumentNullException>(() => stream.CopyToAsync(null!))).ParamName);
        Assert.Equal("bufferSize",
            (await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => stream.CopyToAsync(Stream.Null, 0))).ParamName);
        Assert.Equal(0, stream.Position);
    }

    [Fact]
    public async Task AsReadStream_Cancelled_ReadsNothing()
    {
        using var writer = WriterWith(3);
        using Stream stream = writer.AsReadStream();
        var cancelled = new CancellationToken(canceled: true);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.ReadAsync(new byte[1], 0, 1, cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.CopyToAsync(Stream.Null, 100, cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.FlushAsync(cancelled));

        Assert.Equal(0, stream.Position);
    }

    [Fact]
    public async Task AsReadStream_CopiedToAStreamThatThrows_LeavesTheWriterUnchanged()
    {
        using var writer = WriterWith(500);
        using Stream stream = writer.AsReadStream();
        var destination = new FaultyStream();

        Assert.Throws<InjectedFaultException>(() => stream.CopyTo(destination));
        stream.Position = 0;
        await Assert.ThrowsAsync<InjectedFaultException>(() => stream.CopyToAsync(destination));

        Assert.Equal(2, destination.Writes); // each in one piece
        AssertStillUsable(writer, 500);
    }

    [Fact]
    public void AsReadStream_BeginRead_CallsBackWithTheState()
    {
        using var writer = WriterWith(3);
        using Stream stream = writer.AsReadStream();
        IAsyncResult? seen = null;

        IAsyncResult result = stream.BeginRead(new byte[1], 0, 1, read => seen = read, "state");

        Assert.Same(result, seen);
        Assert.Equal("state", result.AsyncState);
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void AsReadStream_Read_AllocatesNothing()
    {
        using var writer = WriterWith(500);
        using Stream stream = writer.AsReadStream();
        byte[] room = new byte[100];
        var destination = new MemoryStream(500);

        AllocationAssert.Zero(() =>
        {
            stream.Position = 0;
            stream.ReadExactly(room);
            stream.ReadByte();
            stream.ReadAsync(room, 0, 100, CancellationToken.None).GetAwaiter().GetResult();
            stream.ReadAsync(room.AsMemory()).GetAwaiter().GetResult();
            destination.Position = 0;
            stream.CopyTo(destination);
            stream.Position = 0;
            destination.Position = 0;
            stream.CopyToAsync(destination).GetAwaiter().GetResult();
        });
    }
#endif
}
