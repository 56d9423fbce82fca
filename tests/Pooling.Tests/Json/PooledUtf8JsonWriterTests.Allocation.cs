#if !NETFRAMEWORK
using System.Buffers;
using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Buffers;

namespace Pooling.Json;

/// <content>Tests that the steady path allocates nothing.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(1)]
    [InlineData(100)]
    [InlineData(3_000)]
    [InlineData(20_000)]
    public void OwnBuffer_SteadyState_AllocatesNothing(int values)
    {
        using var pool = new Utf8JsonWriterPool();
        AllocationAssert.Zero(() =>
        {
            using PooledUtf8JsonWriter lease = pool.Rent();
            WriteNumbers(lease.Writer, values);
            if (lease.WrittenSpan.Length != lease.WrittenCount)
                throw new InvalidOperationException();
        });
    }

    [Theory]
    [Trait("Category", "Allocation")]
    [InlineData(1, 16_384)]
    [InlineData(5_000, 1)]
    [InlineData(5_000, 16_384)]
    [InlineData(5_000, 100_000)]
    public void Targets_SteadyState_AllocateNothing(int values, int threshold)
    {
        using var pool = new Utf8JsonWriterPool();
        var bufferWriter = new ArrayBufferWriter<byte>(100_000);
        AllocationAssert.Zero(() =>
        {
            using (PooledUtf8JsonWriter lease = pool.Rent(Stream.Null, default, threshold))
                WriteNumbers(lease.Writer, values);

            bufferWriter.ResetWrittenCount();
            using (PooledUtf8JsonWriter lease = pool.Rent(bufferWriter, default, threshold))
            {
                WriteNumbers(lease.Writer, values);
                lease.Flush();
            }
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void OtherOptions_SteadyState_AllocateNothing()
    {
        using var pool = new Utf8JsonWriterPool();
        AllocationAssert.Zero(() =>
        {
            for (int depth = 1; depth < Utf8JsonWriterPool.MaxOptionSets; depth++)
            {
                using PooledUtf8JsonWriter outer = pool.Rent(new JsonWriterOptions { MaxDepth = depth });
                using PooledUtf8JsonWriter inner = pool.Rent(new JsonWriterOptions { MaxDepth = depth });
                WriteNumbers(outer.Writer, 5);
                WriteNumbers(inner.Writer, 5);
            }
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Detach_SteadyState_AllocatesTheOwnerOnly()
    {
        using var pool = new Utf8JsonWriterPool();
        long perCall = AllocationAssert.Measure(() =>
        {
            using PooledUtf8JsonWriter lease = pool.Rent();
            WriteNumbers(lease.Writer, 5);
            using PooledArray<byte> document = lease.Detach();
        }) / AllocationAssert.DefaultCalls;

        Assert.InRange(perCall, 1, 48);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void AsyncTargets_ThatNeedNoWait_AllocateNothing()
    {
        using var pool = new Utf8JsonWriterPool();
        var pipe = new FinishedPipeWriter();
        AllocationAssert.Zero(() =>
        {
            PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(Stream.Null, default, 1000);
            WriteWithoutWait(lease, 500);
            End(lease.DisposeAsync());
            lease = pool.RentAsyncWriter(pipe, default, 1000);
            WriteWithoutWait(lease, 500);
            End(lease.DisposeAsync());
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void AsyncTargets_ThatWait_AllocateNothing()
    {
        using var pool = new Utf8JsonWriterPool();
        var pipe = new WaitingPipeWriter();
        PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(pipe, default, 1000);
        lease.Writer.WriteStartArray();
        int ended = 0;
        Action count = () => ended++;
        int calls = 0;
        AllocationAssert.Zero(() =>
        {
            calls++;
            lease.Writer.WriteNumberValue(1);
            ValueTask<bool> flush = lease.FlushAsync();
            if (flush.IsCompleted)
                throw new InvalidOperationException();

            ConfiguredValueTaskAwaitable<bool>.ConfiguredValueTaskAwaiter awaiter = flush.ConfigureAwait(false).GetAwaiter();
            awaiter.UnsafeOnCompleted(count);
            pipe.EndFlush();
            if (!awaiter.GetResult())
                throw new InvalidOperationException();
        });
        Assert.Equal(calls, ended);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void NextDocument_SteadyState_AllocatesNothing()
    {
        using var pool = new Utf8JsonWriterPool();
        AllocationAssert.Zero(() =>
        {
            using PooledUtf8JsonWriter own = pool.Rent();
            using PooledUtf8JsonWriter stream = pool.Rent(Stream.Null, default, 1000);
            PooledAsyncUtf8JsonWriter asynchronous = pool.RentAsyncWriter(Stream.Null, default, 1000);
            for (int i = 0; i < 50; i++)
            {
                own.Writer.WriteNumberValue(i);
                own.NextDocument();
                stream.Writer.WriteNumberValue(i);
                stream.NextDocument();
                asynchronous.Writer.WriteNumberValue(i);
                asynchronous.NextDocument();
            }

            asynchronous.Discard();
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Chunks_SteadyState_AllocateNothing()
    {
        using var pool = new Utf8JsonWriterPool();
        string text = new('x', 30_000);
        byte[] bytes = new byte[30_000];
        var sequence = new ReadOnlySequence<byte>(bytes.AsMemory(0, 10_000));
        using var source = new MemoryStream(bytes);
        AllocationAssert.Zero(() =>
        {
            using PooledUtf8JsonWriter lease = pool.Rent(Stream.Null, default, 4096);
            lease.Writer.WriteStartArray();
            lease.WriteStringChunked(text.AsSpan());
            lease.WriteStringChunked(sequence);
            lease.WriteBase64Chunked(bytes);
            source.Position = 0;
            lease.WriteBase64Chunked(source);
        });
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void ChunksAsync_ThatNeedNoWait_AllocateNothing()
    {
        using var pool = new Utf8JsonWriterPool();
        string text = new('x', 30_000);
        byte[] bytes = new byte[30_000];
        var sequence = new ReadOnlySequence<byte>(bytes.AsMemory(0, 10_000));
        using var source = new MemoryStream(bytes);
        long perCall = AllocationAssert.Measure(() =>
        {
            PooledAsyncUtf8JsonWriter lease = pool.RentAsyncWriter(Stream.Null, default, 4096);
            lease.Writer.WriteStartArray();
            End(lease.WriteStringChunkedAsync(text.AsMemory()));
            End(lease.WriteStringChunkedAsync(sequence));
            End(lease.WriteBase64ChunkedAsync(bytes));
            source.Position = 0;
            End(lease.WriteBase64ChunkedAsync(source));
            lease.Discard();
        }) / AllocationAssert.DefaultCalls;

        // A compiler that does not optimize creates a class for the state of each asynchronous method: four of them here.
        var debuggable = typeof(Utf8JsonWriterPool).Assembly.GetCustomAttribute<DebuggableAttribute>();
        Assert.InRange(perCall, 0, debuggable?.IsJITOptimizerDisabled == true ? 4 * 300 : 0);
    }

    private static void End(ValueTask<bool> task)
    {
        if (!task.IsCompletedSuccessfully || !task.Result)
            throw new InvalidOperationException();
    }

    private static void WriteWithoutWait(PooledAsyncUtf8JsonWriter lease, int values)
    {
        lease.Writer.WriteStartArray();
        for (int i = 0; i < values; i++)
        {
            lease.Writer.WriteNumberValue(i);
            End(lease.DrainIfNeededAsync());
        }

        lease.Writer.WriteEndArray();
        End(lease.FlushAsync());
    }

    private static void End(ValueTask task)
    {
        if (!task.IsCompletedSuccessfully)
            throw new InvalidOperationException();

        task.GetAwaiter().GetResult();
    }
}
#endif
