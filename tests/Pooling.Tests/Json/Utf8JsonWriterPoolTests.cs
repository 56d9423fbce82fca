using System.Buffers;
using System.Text.Encodings.Web;
using System.Text.Json;
using Pooling.Diagnostics;
using Pooling.Doubles;

namespace Pooling.Json;

public sealed partial class Utf8JsonWriterPoolTests
{
    public static TheoryData<int> Fields => [0, 1, 2, 3, 4, 5, 6];

    [Fact]
    public void Rent_AfterDispose_GivesTheSameWriter()
    {
        using var pool = new Utf8JsonWriterPool();
        PooledUtf8JsonWriter first = pool.Rent();
        Utf8JsonWriter writer = first.Writer;
        first.Dispose();

        using PooledUtf8JsonWriter second = pool.Rent();

        Assert.Same(writer, second.Writer);
    }

    [Fact]
    public void Rent_WhileLeased_GivesAnotherWriter()
    {
        using var pool = new Utf8JsonWriterPool();
        using PooledUtf8JsonWriter outer = pool.Rent();
        outer.Writer.WriteStartArray();
        using (PooledUtf8JsonWriter inner = pool.Rent())
        {
            inner.Writer.WriteNumberValue(1);
            outer.Writer.WriteRawValue(inner.WrittenSpan);
        }

        outer.Writer.WriteNumberValue(2);
        outer.Writer.WriteEndArray();

        Assert.Equal("[1,2]"u8.ToArray(), outer.WrittenSpan.ToArray());
    }

    [Fact]
    public void Rent_OfAnyTarget_SharesTheWriters()
    {
        using var pool = new Utf8JsonWriterPool();
        pool.Rent().Dispose();
        pool.Rent(new RecordingStream()).Dispose();
        pool.Rent(new RecordingBufferWriter(10)).Dispose();

        Assert.Equal(1, pool.GetStatistics().TotalCreated);
    }

    [Fact]
    public void Rent_WithOptions_GivesAWriterWithThem()
    {
        using var pool = new Utf8JsonWriterPool();
        foreach (JsonWriterOptions options in AllOptions.List)
        {
            using PooledUtf8JsonWriter lease = pool.Rent(options);
            JsonWriterOptions actual = lease.Writer.Options;
            if (options.MaxDepth == 0)
                actual.MaxDepth = 0; // the writer replaces it with its own default

            Assert.True(new JsonOptionsKey(options).Is(new JsonOptionsKey(actual)));
        }
    }

    [Theory]
    [MemberData(nameof(Fields))]
    public void Rent_OptionsThatDifferInOneField_NeverShareAWriter(int field)
    {
        using var pool = new Utf8JsonWriterPool();
        var plain = new JsonWriterOptions { NewLine = "\n" };
        Utf8JsonWriter writer = WriterOf(pool, plain);
        Utf8JsonWriter other = WriterOf(pool, Differing(plain, field));

        Assert.NotSame(writer, other);
        Assert.Same(writer, WriterOf(pool, plain));
        Assert.Same(other, WriterOf(pool, Differing(plain, field)));
    }

    [Fact]
    public void Rent_EqualEncodersThatAreTwoObjects_NeverShareAWriter()
    {
        using var pool = new Utf8JsonWriterPool();
        Utf8JsonWriter one = WriterOf(pool, new JsonWriterOptions { Encoder = JavaScriptEncoder.Create(new TextEncoderSettings()) });
        Utf8JsonWriter two = WriterOf(pool, new JsonWriterOptions { Encoder = JavaScriptEncoder.Create(new TextEncoderSettings()) });

        Assert.NotSame(one, two);
    }

    [Fact]
    public void Key_OfTheOptions_CoversEveryProperty()
    {
        // A property that is added to the options makes this fail, and must be added to the key and to Differing.
        string[] known = ["Encoder", "IndentCharacter", "IndentSize", "Indented", "MaxDepth", "NewLine", "SkipValidation"];

        Assert.Equal(known,
            typeof(JsonWriterOptions).GetProperties().Select(property => property.Name).OrderBy(name => name, StringComparer.Ordinal));
        Assert.Equal(known.Length, Fields.Count);
    }

    [Fact]
    public void Rent_WithAClockThatRents_KeepsTheSetsOfBoth()
    {
        var indented = new JsonWriterOptions { Indented = true };
        var lenient = new JsonWriterOptions { SkipValidation = true };
        foreach (JsonWriterOptions other in new[] { indented, lenient })
        {
            var clock = new CallingTimeProvider();
            var pool = new Utf8JsonWriterPool(timeProvider: clock);
            PooledUtf8JsonWriter inner = default;
            clock.Called = () =>
            {
                clock.Called = null; // once
                inner = pool.Rent(other);
            };
            pool.Rent(lenient).Dispose();
            inner.Dispose();

            Assert.Equal(2, pool.GetStatistics().Retained);
            Assert.Equal((2L, 2L), (pool.GetStatistics().TotalRented, pool.GetStatistics().TotalReturned));
            pool.Dispose();
            Assert.Equal((0L, 0L), (pool.GetStatistics().Retained, pool.ChargedBytes));
        }
    }

    [Fact]
    public void Rent_WithAClockThatDisposesThePool_Throws()
    {
        var clock = new CallingTimeProvider();
        var pool = new Utf8JsonWriterPool(timeProvider: clock);
        clock.Called = pool.Dispose;

        Assert.Throws<ObjectDisposedException>(() => pool.Rent(new JsonWriterOptions { Indented = true }));
        Assert.Equal(0, pool.GetStatistics().InUse);
    }

    [Fact]
    public void Rent_MoreOptionSetsThanThePoolKeeps_WorksWithoutPooling()
    {
        using var pool = new Utf8JsonWriterPool();
        for (int round = 0; round < 3; round++)
        {
            for (int depth = 0; depth < Utf8JsonWriterPool.MaxOptionSets + 4; depth++)
            {
                using PooledUtf8JsonWriter lease = pool.Rent(new JsonWriterOptions { MaxDepth = depth });
                lease.Writer.WriteNumberValue(depth);
                Assert.Equal(depth.ToString(), System.Text.Encoding.UTF8.GetString(lease.WrittenSpan.ToArray()));
            }
        }

        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(Utf8JsonWriterPool.MaxOptionSets, statistics.Retained);
        Assert.Equal(Utf8JsonWriterPool.MaxOptionSets + (3 * 4), statistics.TotalCreated);
        Assert.Equal(3 * 4, statistics.TotalDropped);
        Assert.Equal(0, statistics.InUse);
    }

    [Fact]
    public void Rent_NewOptionsOnManyThreadsAtOnce_KeepsOneSetForEach()
    {
        using var pool = new Utf8JsonWriterPool();
        TestThread.RunAll(4, _ =>
        {
            for (int i = 0; i < 1000; i++)
            {
                using PooledUtf8JsonWriter lease =
                    pool.Rent(new JsonWriterOptions { MaxDepth = 1 + (i % (Utf8JsonWriterPool.MaxOptionSets - 1)) });
                Assert.Equal(1 + (i % (Utf8JsonWriterPool.MaxOptionSets - 1)), lease.Writer.Options.MaxDepth);
            }
        });

        PoolStatistics statistics = pool.GetStatistics();
        Assert.Equal(4000, statistics.TotalRented);
        Assert.InRange(statistics.TotalCreated, Utf8JsonWriterPool.MaxOptionSets - 1, 4 * (Utf8JsonWriterPool.MaxOptionSets - 1));
    }

    [Fact]
    public void Rent_NullTarget_Throws()
    {
        using var pool = new Utf8JsonWriterPool();

        Assert.Equal("target", Assert.Throws<ArgumentNullException>(() => pool.Rent((Stream)null!)).ParamName);
        Assert.Equal("target", Assert.Throws<ArgumentNullException>(() => pool.Rent((IBufferWriter<byte>)null!)).ParamName);
        Assert.Equal(0, pool.GetStatistics().TotalRented);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(int.MinValue)]
    public void Rent_ThresholdBelowOne_Throws(int threshold)
    {
        using var pool = new Utf8JsonWriterPool();

        ArgumentOutOfRangeException exception =
            Assert.Throws<ArgumentOutOfRangeException>(() => pool.Rent(new RecordingStream(), default, threshold));
        Assert.Equal("drainThreshold", exception.ParamName);
        Assert.Equal(threshold, exception.ActualValue);
        Assert.Throws<ArgumentOutOfRangeException>(() => pool.Rent(new RecordingBufferWriter(1), default, threshold));
        Assert.Equal(0, pool.GetStatistics().TotalRented);
    }

    [Fact]
    public void Rent_StreamThatCannotBeWritten_Throws()
    {
        using var pool = new Utf8JsonWriterPool();
        using var stream = new MemoryStream(new byte[10], writable: false);

        Assert.Equal("target", Assert.Throws<ArgumentException>(() => pool.Rent(stream)).ParamName);
    }

    [Fact]
    public void Rent_AfterPoolDispose_Throws()
    {
        var pool = new Utf8JsonWriterPool();
        var known = new JsonWriterOptions { Indented = true };
        pool.Rent().Dispose();
        pool.Rent(known).Dispose();
        pool.Dispose();

        Assert.Throws<ObjectDisposedException>(() => pool.Rent());
        Assert.Throws<ObjectDisposedException>(() => pool.Rent(known));
        Assert.Throws<ObjectDisposedException>(() => pool.Rent(new JsonWriterOptions { MaxDepth = 7 }));
        Assert.Throws<ObjectDisposedException>(() => pool.Rent(new RecordingStream()));
        Assert.Throws<ObjectDisposedException>(() => pool.Rent(new RecordingBufferWriter(1)));
    }

    [Fact]
    public void Dispose_WhileLeased_LeavesTheLeaseWorking()
    {
        var arrays = SpoiledArrays.Create();
        var pool = new Utf8JsonWriterPool(arrayPool: arrays);
        PooledUtf8JsonWriter lease = pool.Rent();
        pool.Dispose();
        lease.Writer.WriteNumberValue(1);

        Assert.Equal("1"u8.ToArray(), lease.WrittenSpan.ToArray());
        lease.Dispose();
        Assert.Equal(0, arrays.InUse);
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Fact]
    public void Dispose_WithIdleWriters_GivesTheirArraysBack()
    {
        var arrays = SpoiledArrays.Create();
        var pool = new Utf8JsonWriterPool(arrayPool: arrays);
        using (PooledUtf8JsonWriter one = pool.Rent())
        using (PooledUtf8JsonWriter two = pool.Rent(new JsonWriterOptions { Indented = true }))
        {
            one.Writer.WriteNumberValue(1);
            two.Writer.WriteNumberValue(2);
        }

        Assert.Equal(2, arrays.InUse);
        pool.Dispose();
        pool.Dispose();
        Assert.Equal(0, arrays.InUse);
    }

    [Fact]
    public void Dispose_OfTheSharedPool_Throws()
    {
        Assert.Throws<InvalidOperationException>(Utf8JsonWriterPool.Shared.Dispose);

        Utf8JsonWriterPool.Shared.Rent().Dispose();
    }

    [Fact]
    public void Trim_WithIdleWriters_GivesTheirArraysBack()
    {
        var arrays = SpoiledArrays.Create();
        using var pool = new Utf8JsonWriterPool(arrayPool: arrays);
        using (PooledUtf8JsonWriter one = pool.Rent())
        using (PooledUtf8JsonWriter two = pool.Rent(new JsonWriterOptions { Indented = true }))
        {
            one.Writer.WriteNumberValue(1);
            two.Writer.WriteNumberValue(2);
        }

        pool.Trim();

        Assert.Equal(0, arrays.InUse);
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Pool_Unreferenced_IsCollected()
    {
        WeakReference pool = UsedPool();

        Collector.WaitForDeath(pool);
    }

    private static WeakReference UsedPool()
    {
        var pool = new Utf8JsonWriterPool();
        pool.Rent().Dispose();
        pool.Rent(new JsonWriterOptions { Indented = true }).Dispose();
        return new WeakReference(pool);
    }

    private static Utf8JsonWriter WriterOf(Utf8JsonWriterPool pool, JsonWriterOptions options)
    {
        using PooledUtf8JsonWriter lease = pool.Rent(options);
        return lease.Writer;
    }

    private static JsonWriterOptions Differing(JsonWriterOptions options, int field)
    {
        switch (field)
        {
            case 0:
                options.Encoder = JavaScriptEncoder.Default;
                break;
            case 1:
                options.Indented = true;
                break;
            case 2:
                options.IndentCharacter = '\t';
                break;
            case 3:
                options.IndentSize = 3;
                break;
            case 4:
                options.NewLine = "\r\n";
                break;
            case 5:
                options.MaxDepth = 1;
                break;
            default:
                options.SkipValidation = true;
                break;
        }

        return options;
    }
}
