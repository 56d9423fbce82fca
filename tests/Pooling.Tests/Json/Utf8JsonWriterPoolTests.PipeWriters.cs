using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;

namespace Pooling.Json;

/// <content>Tests pipes that are written to synchronously, and flushed by their user.</content>
public sealed partial class Utf8JsonWriterPoolTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(50_000)]
    public async Task Rent_OfAPipe_ShowsNothingBeforeItsUserFlushes(int values)
    {
        using var pool = new Utf8JsonWriterPool();
        var pipe = new Pipe(new PipeOptions(pauseWriterThreshold: 0));
        PipeWriter writer = pipe.Writer;
        using (PooledUtf8JsonWriter lease = pool.Rent(writer))
        {
            JsonSerializer.Serialize(lease.Writer, Enumerable.Range(0, values));
            lease.Flush();
            Assert.False(pipe.Reader.TryRead(out _));
        }

        Assert.False(pipe.Reader.TryRead(out _));
        Assert.False((await writer.FlushAsync()).IsCompleted);
        Assert.True(pipe.Reader.TryRead(out ReadResult read));
        Assert.Equal(JsonSerializer.SerializeToUtf8Bytes(Enumerable.Range(0, values)), read.Buffer.ToArray());
    }

    [Fact]
    public void Rent_OfABadPipe_ThrowsBeforeAnythingIsRented()
    {
        using var pool = new Utf8JsonWriterPool();

        Assert.Equal("target", Assert.Throws<ArgumentNullException>(() => pool.Rent((PipeWriter)null!)).ParamName);
        Assert.Equal("drainThreshold",
            Assert.Throws<ArgumentOutOfRangeException>(() => pool.Rent(new Pipe().Writer, default, 0)).ParamName);
        Assert.Equal(0, pool.GetStatistics().TotalRented);
    }

    [Fact]
    public void Rent_OfAnyTarget_BindsToItsOwnOverload()
    {
        var pool = Utf8JsonWriterPool.Shared;
        Func<PipeWriter, PooledUtf8JsonWriter> pipe = target => pool.Rent(target);
        Func<IBufferWriter<byte>, PooledUtf8JsonWriter> bufferWriter = target => pool.Rent(target);
        Func<MemoryStream, PooledUtf8JsonWriter> stream = target => pool.Rent(target);
        Func<PipeWriter, PooledAsyncUtf8JsonWriter> asyncPipe = target => pool.RentAsyncWriter(target);
        Func<MemoryStream, PooledAsyncUtf8JsonWriter> asyncStream = target => pool.RentAsyncWriter(target, drainThreshold: 1);

        pipe(new Pipe().Writer).Dispose();
        bufferWriter(new Pipe().Writer).Dispose();
        stream(new MemoryStream()).Dispose();
        asyncPipe(new Pipe().Writer).Discard();
        asyncStream(new MemoryStream()).Discard();
        Type[] targets = [.. typeof(Utf8JsonWriterPool).GetMethods().Where(static method => method.Name == "Rent")
            .Select(static method => method.GetParameters()[0].ParameterType)];
        Assert.Contains(typeof(PipeWriter), targets);
    }
}
