using System.IO.Compression;
#if !NETFRAMEWORK
#endif
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Tests the writer as a stream: all ways of writing, and its end.</summary>
public sealed partial class PooledArrayBufferWriterTests
{
    public static TheoryData<string> WaysToWrite => [.. s_waysToWrite.Keys];

    private static readonly Dictionary<string, Func<Stream, byte[], Task>> s_waysToWrite = new()
    {
        ["Write"] = static (stream, bytes) =>
        {
            byte[] padded = [9, .. bytes, 9];
            stream.Write(padded, 1, bytes.Length);
            return Task.CompletedTask;
        },
        ["WriteByte"] = static (stream, bytes) =>
        {
            foreach (byte value in bytes)
                stream.WriteByte(value);

            return Task.CompletedTask;
        },
        ["WriteAsync"] = static (stream, bytes) => stream.WriteAsync([9, .. bytes, 9], 1, bytes.Length, CancellationToken.None),
        ["BeginWrite"] = static (stream, bytes) =>
        {
            stream.EndWrite(stream.BeginWrite([9, .. bytes, 9], 1, bytes.Length, null, null));
            return Task.CompletedTask;
        },
        ["CopyTo"] = static (stream, bytes) =>
        {
            new MemoryStream(bytes).CopyTo(stream);
            return Task.CompletedTask;
        },
#if !NETFRAMEWORK
        ["Write span"] = static (stream, bytes) =>
        {
            stream.Write(bytes.AsSpan());
            return Task.CompletedTask;
        },
        ["WriteAsync memory"] = static (stream, bytes) => stream.WriteAsync(bytes.AsMemory()).AsTask(),
#endif
    };

    [Theory]
    [MemberData(nameof(WaysToWrite))]
    public async Task AsStream_Written_WritesToTheWriter(string way)
    {
        using var writer = WriterWith(3);
        using Stream stream = writer.AsStream();

        await s_waysToWrite[way](stream, [10, 11, 12, 13]);
        await s_waysToWrite[way](stream, Message(2000));

        Assert.Equal([.. Message(3), 10, 11, 12, 13, .. Message(2000)], writer.WrittenSpan.ToArray());
    }

    [Theory]
    [MemberData(nameof(WaysToWrite))]
    public async Task AsStream_Disposed_RefusesAndLeavesTheWriterAlone(string way)
    {
        using var writer = WriterWith(3);
        Stream stream = writer.AsStream();
        stream.Dispose();
        stream.Dispose();

        await Assert.ThrowsAsync<ObjectDisposedException>(() => s_waysToWrite[way](stream, [1]));

        Assert.False(stream.CanWrite);
        AssertStillUsable(writer, 3);
    }

    [Theory]
    [MemberData(nameof(WaysToWrite))]
    public async Task AsStream_AfterTheLeaseEnded_DoesNotReachTheNextRenter(string way)
    {
        using var pool = new BufferWriterPool();
        PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        Stream stream = writer.AsStream();
        stream.WriteByte(1);
        lease.Dispose();
        using PooledLease<PooledArrayBufferWriter<byte>> next = pool.Rent();
        Assert.Same(writer, next.Value);

        await Assert.ThrowsAsync<ObjectDisposedException>(() => s_waysToWrite[way](stream, [1]));

        Assert.Equal(0, next.Value.WrittenCount);
        next.Value.AsStream().WriteByte(5);
        Assert.Equal([5], next.Value.WrittenSpan.ToArray());
    }

    [Theory]
    [MemberData(nameof(WaysToWrite))]
    public async Task AsStream_OfADisposedWriter_Refuses(string way)
    {
        var writer = new PooledArrayBufferWriter<byte>();
        Stream stream = writer.AsStream();
        writer.Dispose();

        await Assert.ThrowsAsync<ObjectDisposedException>(() => s_waysToWrite[way](stream, [1]));

        Assert.Throws<ObjectDisposedException>(writer.AsStream);
    }

    [Fact]
    public void AsStream_ThatDoesNotFit_ThrowsAndWritesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>(new BufferWriterOptions { MaxCapacity = 4 });
        using Stream stream = writer.AsStream();
        stream.Write([1, 2], 0, 2);

        Assert.Throws<BufferCapacityExceededException>(() => stream.Write([3, 4, 5], 0, 3));

        Assert.Equal([1, 2], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public void AsStream_CopiedToItself_DoublesWhatWasWritten()
    {
        using var writer = WriterWith(300);

        writer.CopyTo(writer.AsStream());

        Assert.Equal([.. Message(300), .. Message(300)], writer.WrittenSpan.ToArray());
    }

    [Fact]
    public async Task AsStream_Cancelled_WritesNothing()
    {
        using var writer = WriterWith(3);
        using Stream stream = writer.AsStream();
        var cancelled = new CancellationToken(canceled: true);

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.WriteAsync([1], 0, 1, cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.FlushAsync(cancelled));

        AssertStillUsable(writer, 3);
    }

    [Fact]
    public async Task AsStream_Flushed_DoesNothing()
    {
        using var writer = WriterWith(3);
        using Stream stream = writer.AsStream();

        stream.Flush();
        await stream.FlushAsync();

        AssertStillUsable(writer, 3);
    }

    [Fact]
    public void AsStream_ReadOrSought_IsNotSupported()
    {
        using var writer = WriterWith(3);
        using Stream stream = writer.AsStream();

        Assert.True(stream.CanWrite);
        Assert.False(stream.CanRead);
        Assert.False(stream.CanSeek);
        Assert.Throws<NotSupportedException>(() => stream.Read(new byte[1], 0, 1));
        Assert.Throws<NotSupportedException>(() => stream.Seek(0, SeekOrigin.Begin));
        Assert.Throws<NotSupportedException>(() => stream.SetLength(0));
        Assert.Throws<NotSupportedException>(() => stream.Length);
        Assert.Throws<NotSupportedException>(() => stream.Position);
        Assert.Throws<NotSupportedException>(() => stream.Position = 0);
    }

    [Fact]
    public void AsStream_WithWrongArguments_NamesThem()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        using Stream stream = writer.AsStream();

        Assert.Equal("buffer", Assert.Throws<ArgumentNullException>(() => stream.Write(null!, 0, 0)).ParamName);
        Assert.Equal("offset", Assert.Throws<ArgumentOutOfRangeException>(() => stream.Write([1], -1, 1)).ParamName);
        Assert.Equal("count", Assert.Throws<ArgumentOutOfRangeException>(() => stream.Write([1], 0, -1)).ParamName);
        Assert.Equal("count", Assert.Throws<ArgumentOutOfRangeException>(() => stream.Write([1], 1, 1)).ParamName);
        Assert.Equal("asyncResult", Assert.Throws<ArgumentException>(() => stream.EndWrite(Task.FromResult(1))).ParamName);
    }

    [Fact]
    public void AsStream_BeginWrite_CallsBackWithTheState()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        using Stream stream = writer.AsStream();
        IAsyncResult? seen = null;

        IAsyncResult result = stream.BeginWrite([1], 0, 1, write => seen = write, "state");

        Assert.Same(result, seen);
        Assert.Equal("state", result.AsyncState);
    }

    /// <summary>Checks that the writer, its lease and a second stream remain valid when a wrapper disposes the stream.</summary>
    [Fact]
    public void AsStream_DisposedByWhatWrapsIt_LeavesTheLeaseGood()
    {
        using var pool = new BufferWriterPool();
        using PooledLease<PooledArrayBufferWriter<byte>> lease = pool.Rent();
        PooledArrayBufferWriter<byte> writer = lease.Value;
        string text = string.Concat(Enumerable.Repeat("a line of text\n", 1000));

        Stream inner = writer.AsStream();
        using (var zip = new GZipStream(inner, CompressionLevel.Fastest))
        using (var lines = new StreamWriter(zip))
            lines.Write(text);

        Assert.False(inner.CanWrite);
        int zipped = writer.WrittenCount;
        using (var lines = new StreamWriter(writer.AsStream()))
            lines.Write("behind");

        Assert.True(lease.IsLive);
        Assert.Equal("behind"u8.ToArray(), writer.WrittenSpan.Slice(zipped).ToArray());
        using var reader = new StreamReader(new GZipStream(new MemoryStream(writer.WrittenSpan.Slice(0, zipped).ToArray()),
            CompressionMode.Decompress));
        Assert.Equal(text, reader.ReadToEnd());
        writer.Write([1]);
        Assert.Equal(zipped + 7, writer.WrittenCount);
    }

#if !NETFRAMEWORK
    [Fact]
    [Trait("Category", "Allocation")]
    public void AsStream_Written_AllocatesNothing()
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        using Stream stream = writer.AsStream();
        byte[] message = Message(100);

        AllocationAssert.Zero(() =>
        {
            writer.ResetWrittenCount();
            stream.Write(message, 0, 100);
            stream.Write(message.AsSpan());
            stream.WriteByte(1);
            stream.WriteAsync(message.AsMemory()).GetAwaiter().GetResult();
            stream.FlushAsync().GetAwaiter().GetResult();
        });
    }
#endif
}
