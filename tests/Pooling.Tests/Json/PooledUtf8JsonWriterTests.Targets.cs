using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Doubles;

namespace Pooling.Json;

/// <content>Tests the times at which targets are written to, and that no reference to them is kept.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    [Fact]
    public void Flush_ToAStream_WritesAndFlushesIt()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(target))
        {
            lease.Writer.WriteStartArray();
            Assert.Empty(target.Writes);
            lease.Writer.Flush();
            Assert.Empty(target.Writes);
            Assert.Equal(0, target.Flushes);
            lease.Flush();
            Assert.Equal("["u8.ToArray(), target.Content);
            Assert.Equal(1, target.Flushes);
            lease.Flush(); // as that of the writer itself, also if there is nothing to write
            Assert.Single(target.Writes);
            Assert.Equal(2, target.Flushes);
            lease.Writer.WriteEndArray();
        }

        Assert.Equal("[]"u8.ToArray(), target.Content);
        Assert.Equal(2, target.Flushes); // not by the end
        Assert.False(target.Disposed);
    }

    [Fact]
    public void Drain_ToAStream_DoesNotFlushIt()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(target))
        {
            WriteNumbers(lease.Writer, 20_000);
            lease.NextDocument();
        }

        Assert.InRange(target.Writes.Count, 3, int.MaxValue);
        Assert.Equal(0, target.Flushes);
    }

    [Fact]
    public void Flush_ToAStreamWhoseFlushThrows_EndsTheDocument()
    {
        var target = new RecordingStream { OnFlush = () => throw new InjectedFaultException("Flush") };
        using (PooledUtf8JsonWriter lease = Pool.Rent(target))
        {
            lease.Writer.WriteStartArray();
            Assert.Throws<InjectedFaultException>(lease.Flush);
            Assert.Throws<InvalidOperationException>(lease.Flush);
        }

        Assert.Equal("["u8.ToArray(), target.Content);
        AssertSound();
    }

    [Fact]
    public void Flush_ToAStreamWhoseFlushEndsTheLease_ThrowsThatItHasEnded()
    {
        PooledUtf8JsonWriter lease = default;
        var target = new RecordingStream { OnFlush = () => lease.Dispose() };
        lease = Pool.Rent(target);
        lease.Writer.WriteStartArray();

        Assert.Throws<ObjectDisposedException>(lease.Flush);

        Assert.Equal("["u8.ToArray(), target.Content);
        Assert.False(lease.IsLive);
        AssertSound(lostArrays: 1);
    }

    [Fact]
    public void Flush_WhenTheWriterHoldsUnusedMemory_LosesNothing()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(target))
        {
            lease.Writer.WriteStartArray();
            lease.Writer.WriteStringValue(new string('a', 5_000));
            lease.Flush();
            lease.Writer.WriteNumberValue(1);
            lease.Flush();
            lease.Flush();
            lease.Writer.WriteEndArray();
        }

        Assert.Equal($"[\"{new string('a', 5_000)}\",1]", System.Text.Encoding.UTF8.GetString(target.Content));
    }

    [Fact]
    public void Dispose_WithNothingWritten_TouchesNoTarget()
    {
        var stream = new RecordingStream();
        var bufferWriter = new RecordingBufferWriter(10);
        Pool.Rent(stream).Dispose();
        Pool.Rent(bufferWriter).Dispose();

        Assert.Empty(stream.Writes);
        Assert.Equal(0, bufferWriter.Calls);
    }

    [Fact]
    public void Dispose_WhenTheUserThrewHalfWay_BringsWhatWasWritten()
    {
        var target = new RecordingStream();
        Action halfWay = () =>
        {
            using PooledUtf8JsonWriter lease = Pool.Rent(target);
            lease.Writer.WriteStartArray();
            throw new InjectedFaultException("the user");
        };

        Assert.Throws<InjectedFaultException>(halfWay);

        Assert.Equal("["u8.ToArray(), target.Content);
        Assert.Equal(1, Pool.GetStatistics().Retained);
    }

    [Theory]
    [InlineData(1, 4096)]
    [InlineData(4096, 4096)]
    [InlineData(5000, 5000)]
    [InlineData(16_384, 16_384)]
    [InlineData(100_000, 100_000)]
    public void Threshold_WhileStreamingSmallValues_BoundsEachWrite(int threshold, int most)
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(target, default, threshold))
            WriteNumbers(lease.Writer, 100_000);

        Assert.All(target.Writes, count => Assert.InRange(count, 1, most));
        Assert.All(target.Writes.Take(target.Writes.Count - 1), count => Assert.True(count > most - 4096 - 100 || threshold == 1));
    }

    [Fact]
    public void Threshold_WhileStreamingALargeDocument_BoundsTheMemory()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(target))
            WriteNumbers(lease.Writer, 500_000);

        Assert.True(target.Content.Length > 3_000_000);
        Assert.InRange(Arrays.MaxInUseLength, 1, 2 * 16_384);
        Assert.InRange(Arrays.InUseLength, 1, 16_384);
    }

    [Fact]
    public void Threshold_ThroughJsonSerializer_BoundsTheMemory()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(target))
            JsonSerializer.Serialize(lease.Writer, Enumerable.Range(0, 500_000));

        Assert.True(target.Content.Length > 3_000_000);
        Assert.InRange(Arrays.MaxInUseLength, 1, 2 * 16_384);
    }

    [Fact]
    public void Threshold_AfterOneLargeValue_GivesTheLargeArrayBackWhileStreaming()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent(Stream.Null))
        {
            lease.Writer.WriteStartArray();
            lease.Writer.WriteStringValue(new string('x', 1_000_000));
            Assert.True(Arrays.InUseLength > 1_000_000);
            for (int i = 0; i < 600_000; i++)
                lease.Writer.WriteNumberValue(i); // first into the buffer that remained of the large value

            Assert.InRange(Arrays.InUseLength, 1, 2 * 16_384);
            lease.Writer.WriteEndArray();
        }
    }

    [Fact]
    public void Dispose_WithAGrownBuffer_GivesItBack()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent())
        {
            lease.Writer.WriteStringValue(new string('x', 1_000_000));
            Assert.True(lease.WrittenCount > 1_000_000);
        }

        Assert.Equal(0, Arrays.InUse);
        Assert.Equal(1, Pool.GetStatistics().Retained);
    }

    [Fact]
    public void Dispose_WithASmallBuffer_KeepsIt()
    {
        for (int i = 0; i < 10; i++)
        {
            using PooledUtf8JsonWriter lease = Pool.Rent();
            WriteNumbers(lease.Writer, 1_500);
        }

        Assert.InRange(Arrays.TotalRented, 1, 3);
        Assert.InRange(Arrays.InUseLength, 1, Utf8JsonWriterPoolOptions.DefaultMaxRetainedCapacity);
    }

    [Fact]
    public void Dispose_WithThresholdsOfAllSizes_KeepsTheBuffer()
    {
        for (int i = 0; i < 10; i++)
        {
            foreach (int threshold in new[] { 1, 100, 5_000, 16_384 })
            {
                using PooledUtf8JsonWriter lease = Pool.Rent(Stream.Null, default, threshold);
                WriteNumbers(lease.Writer, 10_000);
            }
        }

        Assert.InRange(Arrays.TotalRented, 1, 5);
    }

    [Fact]
    public void OwnBuffer_OfLargeDocuments_LearnsTheirSize()
    {
        for (int i = 0; i < 20; i++)
        {
            long before = Arrays.TotalRented;
            using PooledUtf8JsonWriter lease = Pool.Rent();
            WriteNumbers(lease.Writer, 20_000);
            Assert.InRange(lease.WrittenCount, 100_000, 130_000);
            if (i > 0)
                Assert.Equal(1, Arrays.TotalRented - before);
        }
    }

    [Fact]
    public void OwnBuffer_AfterOneLargeDocument_ForgetsItsSize()
    {
        using (PooledUtf8JsonWriter lease = Pool.Rent())
            WriteNumbers(lease.Writer, 20_000);

        for (int i = 0; i < 10; i++)
        {
            using PooledUtf8JsonWriter lease = Pool.Rent();
            lease.Writer.WriteNumberValue(i);
        }

        Assert.InRange(Arrays.InUseLength, 1, Utf8JsonWriterPoolOptions.DefaultMaxRetainedCapacity);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Target_AfterDispose_IsForgotten()
    {
        (WeakReference stream, WeakReference bufferWriter, WeakReference failing, WeakReference elsewhere) = UseTargets();

        Collector.WaitForDeath(stream, bufferWriter, failing, elsewhere);

        Assert.True(Pool.GetStatistics().Retained >= 1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private (WeakReference, WeakReference, WeakReference, WeakReference) UseTargets()
    {
        var stream = new RecordingStream();
        var bufferWriter = new RecordingBufferWriter(100);
        var failing = new RecordingStream { ThrowAt = 1 };
        var elsewhere = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(stream))
            lease.Writer.WriteNumberValue(1);

        using (PooledUtf8JsonWriter lease = Pool.Rent(bufferWriter))
            lease.Writer.WriteNumberValue(1);

        using (PooledUtf8JsonWriter lease = Pool.Rent(failing))
        {
            lease.Writer.WriteNumberValue(1);
            Assert.Throws<InjectedFaultException>(lease.Flush);
        }

        using (PooledUtf8JsonWriter lease = Pool.Rent())
            lease.Writer.Reset(elsewhere);

        return (new WeakReference(stream), new WeakReference(bufferWriter), new WeakReference(failing), new WeakReference(elsewhere));
    }
}
