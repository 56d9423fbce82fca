using System.Diagnostics;
using System.Reflection;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Dispatch;
using Pooling.Doubles;
using Pooling.Encodeables;
using Pooling.Encodeables.Generated;
using Pooling.Json;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.Diagnostics;

/// <summary>Tests that each type writes to a log what a debugger shows: live, ended, and as a default value.</summary>
public sealed class DisplayTests
{
    [Fact]
    public void ToString_OfEachTypeWithADisplay_IsItsDisplay()
    {
        List<object> shown = Create();
        List<object> all =
        [
            .. shown,
            .. shown.Select(static each => each.GetType()).Where(static type => type.IsValueType).Distinct()
                .Select(static type => Activator.CreateInstance(type)!),
        ];
        Type[] missing =
        [
            .. typeof(PoolStatistics).Assembly.GetExportedTypes()
                .Where(static type => type.GetCustomAttribute<DebuggerDisplayAttribute>(inherit: false) is not null)
                .Except([typeof(BufferReader), typeof(EncodeablePool), typeof(EncodeablePool<>)])
                .Except(all.Select(static each => each.GetType() is { IsGenericType: true } type
                    ? type.GetGenericTypeDefinition()
                    : each.GetType())),
        ];
        Assert.Empty(missing);
        Assert.All(all, AssertShowsItself);

        foreach (IDisposable disposable in shown.OfType<IDisposable>().Reverse())
            disposable.Dispose();

        Assert.All(all, AssertShowsItself);
    }

    [Fact]
    public void ToString_OfAReader_IsItsPosition()
    {
        var reader = new BufferReader(new byte[5]);
        reader.Advance(3);

        Assert.Equal("3 of 5 bytes", reader.ToString());
        Assert.Equal("0 of 0 bytes", default(BufferReader).ToString());
    }

    [Fact]
    public void ToString_OfAPool_HasItsCounts()
    {
        using MagazinePool<object> pool = MagazinePool.Create(
            static () => new object(), options: new PoolOptions { Name = "counted" });
        object[] items = [pool.Get(), pool.Get(), pool.Get()];
        pool.Return(items[0]);

        Assert.Equal("counted: Retained = 1, InUse = 2", pool.ToString());
    }

    [Fact]
    public void ToString_WhileAnotherThreadEndsIt_DoesNotThrow()
    {
        for (int i = 0; i < 2_000; i++)
        {
            using var array = new PooledArray<int>(16);
            using var writer = new SegmentedBufferWriter();
            using PooledSequence sequence = writer.Detach();
            SharedBuffer share = SharedBuffer.Create([1]);
            var ending = new Thread(() =>
            {
                array.Dispose();
                sequence.Dispose();
                share.Dispose();
            });
            if (i % 20 == 0)
                ending.Start();
            else
                ThreadPool.UnsafeQueueUserWorkItem(static work => ((IDisposable)work!).Dispose(), array);

            Assert.All(new object[] { array, sequence, share }, static each => Assert.NotNull(each.ToString()));
            if (i % 20 == 0)
                ending.Join();

            share.Dispose();
        }
    }

    [Fact]
    public void Value_OfADefaultHandle_SaysThatItWasNeverRented()
    {
        Action[] uses =
        [
            static () => _ = default(PooledLease<object>).Value,
            static () => _ = default(PooledRef<SampleBatch>).Value,
            static () => default(PooledScope).Rent(SampleBatch.Pool),
            static () => _ = default(PooledUtf8JsonWriter).Writer,
            static () => _ = default(PooledAsyncUtf8JsonWriter).Writer,
            static () => _ = default(SharedBuffer).Memory,
        ];

        Assert.All(uses, static use => Assert.Contains(
            "never rented", Assert.Throws<ObjectDisposedException>(use).Message, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(null, "BufferWriterPool")]
    [InlineData("frames", "frames")]
    public void Rent_FromADisposedWriterPool_NamesThePool(string? name, string expected)
    {
        var pool = new BufferWriterPool(new BufferWriterPoolOptions { Name = name });
        pool.RentSegmented().Dispose();
        pool.Dispose();

        Assert.Equal(expected, Assert.Throws<ObjectDisposedException>(() => pool.Rent()).ObjectName);
        Assert.Equal(expected, Assert.Throws<ObjectDisposedException>(() => pool.RentSegmented()).ObjectName);
    }

    private static void AssertShowsItself(object shown)
    {
        string text = shown.ToString()!;

        Assert.Equal(DebuggerText.Of(shown), text);
        Assert.DoesNotContain(shown.GetType().Namespace!, text, StringComparison.Ordinal);
    }

    private static List<object> Create()
    {
        LeasePool<object> leases = LeasePool.Create(static () => new object());
        EncodeablePool<SampleBatch> batches = EncodeablePool.Create(static () => new SampleBatch());
        var json = new Utf8JsonWriterPool();
        var writer = new PooledArrayBufferWriter<byte>();
        var chunks = new SegmentedBufferWriter();
        var whole = new SegmentedBufferWriter();
        whole.Write([1, 2]);
        var channel = new RingChannel<int>(3);
        var builder = new OpcodeDispatcherBuilder<int>();
        OpcodeDispatcher<int> dispatcher = builder.Build();
        return
        [
            MagazinePool.Create(static () => new object()), leases, new MagazinePoolProvider(), leases.Rent(),
            batches, batches.Rent(), PooledScope.Begin(), new EncodeableList<SampleBatch>(batches),
            EncodeableTypeRegistry<int>.Create([(1, batches)]),
            new BufferWriterPool(), new MagazineMemoryPool(), new PooledArray<int>(3),
            writer, writer.Reserve(4), chunks, chunks.Reserve(4), whole, whole.Detach(), SharedBuffer.Create([1, 2]),
            json, json.Rent(), json.RentAsyncWriter(new MemoryStream()),
            new RingQueue<int>(), new SpscRingQueue<int>(3), new MpscRingQueue<int>(3), new MpmcRingQueue<int>(3),
            channel,
            new BatchReader<int>(channel.Reader), new BatchReader<int>(Channel.CreateUnbounded<int>().Reader),
            builder, dispatcher, dispatcher.GetTotals(),
            new RentalPlace("pool", "", 3, 0, TimeSpan.FromSeconds(1)),
        ];
    }
}
