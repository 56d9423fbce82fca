using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Doubles;

namespace Pooling.Json;

/// <content>Targets: when they are written to, what they may throw, and that they are forgotten.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    [Fact]
    public void Flush_ToAStream_WritesWithoutFlushingIt()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = _pool.Rent(target))
        {
            lease.Writer.WriteStartArray();
            Assert.Empty(target.Writes);
            lease.Writer.Flush();
            Assert.Empty(target.Writes);
            lease.Flush();
            Assert.Equal("["u8.ToArray(), target.Content);
            lease.Flush();
            Assert.Single(target.Writes);
            lease.Writer.WriteEndArray();
        }

        Assert.Equal("[]"u8.ToArray(), target.Content);
        Assert.Equal(0, target.Flushes);
        Assert.False(target.Disposed);
    }

    [Fact]
    public void Flush_WhenTheWriterHoldsUnusedMemory_LosesNothing()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = _pool.Rent(target))
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
        _pool.Rent(stream).Dispose();
        _pool.Rent(bufferWriter).Dispose();

        Assert.Empty(stream.Writes);
        Assert.Equal(0, bufferWriter.Calls);
    }

    [Fact]
    public void Dispose_WhenTheUserThrewHalfWay_BringsWhatWasWritten()
    {
        var target = new RecordingStream();
        Action halfWay = () =>
        {
            using PooledUtf8JsonWriter lease = _pool.Rent(target);
            lease.Writer.WriteStartArray();
            throw new InjectedFaultException("the user");
        };

        Assert.Throws<InjectedFaultException>(halfWay);

        Assert.Equal("["u8.ToArray(), target.Content);
        Assert.Equal(1, _pool.GetStatistics().Retained);
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
        using (PooledUtf8JsonWriter lease = _pool.Rent(target, default, threshold))
            WriteNumbers(lease.Writer, 100_000);

        Assert.All(target.Writes, count => Assert.InRange(count, 1, most));
        Assert.All(target.Writes.Take(target.Writes.Count - 1), count => Assert.True(count > most - 4096 - 100 || threshold == 1));
    }

    [Fact]
    public void Threshold_WhileStreamingALargeDocument_BoundsTheMemory()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = _pool.Rent(target))
            WriteNumbers(lease.Writer, 500_000);

        Assert.True(target.Content.Length > 3_000_000);
        Assert.InRange(_arrays.MostBytesOut, 1, 2 * 16_384);
        Assert.InRange(_arrays.BytesOut, 1, 16_384);
    }

    [Fact]
    public void Threshold_ThroughJsonSerializer_BoundsTheMemory()
    {
        var target = new RecordingStream();
        using (PooledUtf8JsonWriter lease = _pool.Rent(target))
            JsonSerializer.Serialize(lease.Writer, Enumerable.Range(0, 500_000));

        Assert.True(target.Content.Length > 3_000_000);
        Assert.InRange(_arrays.MostBytesOut, 1, 2 * 16_384);
    }

    [Fact]
    public void Threshold_AfterOneLargeValue_GivesTheLargeArrayBackWhileStreaming()
    {
        using (PooledUtf8JsonWriter lease = _pool.Rent(Stream.Null))
        {
            lease.Writer.WriteStartArray();
            lease.Writer.WriteStringValue(new string('x', 1_000_000));
            Assert.True(_arrays.BytesOut > 1_000_000);
            for (int i = 0; i < 600_000; i++)
                lease.Writer.WriteNumberValue(i); // first into what the large value left over

            Assert.InRange(_arrays.BytesOut, 1, 2 * 16_384);
            lease.Writer.WriteEndArray();
        }
    }

    [Fact]
    public void Dispose_WithAGrownBuffer_GivesItBack()
    {
        using (PooledUtf8JsonWriter lease = _pool.Rent())
        {
            lease.Writer.WriteStringValue(new string('x', 1_000_000));
            Assert.True(lease.WrittenCount > 1_000_000);
        }

        Assert.Equal(0, _arrays.Out);
        Assert.Equal(1, _pool.GetStatistics().Retained);
    }

    [Fact]
    public void Dispose_WithASmallBuffer_KeepsIt()
    {
        for (int i = 0; i < 10; i++)
        {
            using PooledUtf8JsonWriter lease = _pool.Rent();
            WriteNumbers(lease.Writer, 1_500);
        }

        Assert.InRange(_arrays.Rents, 1, 3);
        Assert.InRange(_arrays.BytesOut, 1, JsonOutput.MaximumKeptBytes);
    }

    [Fact]
    public void Dispose_WithThresholdsOfAllSizes_KeepsTheBuffer()
    {
        for (int i = 0; i < 10; i++)
        {
            foreach (int threshold in new[] { 1, 100, 5_000, 16_384 })
            {
                using PooledUtf8JsonWriter lease = _pool.Rent(Stream.Null, default, threshold);
                WriteNumbers(lease.Writer, 10_000);
            }
        }

        Assert.InRange(_arrays.Rents, 1, 5);
    }

    [Fact]
    public void OwnBuffer_OfLargeDocuments_LearnsTheirSize()
    {
        for (int i = 0; i < 20; i++)
        {
            int before = _arrays.Rents;
            using PooledUtf8JsonWriter lease = _pool.Rent();
            WriteNumbers(lease.Writer, 20_000);
            Assert.InRange(lease.WrittenCount, 100_000, 130_000);
            if (i > 0)
                Assert.Equal(1, _arrays.Rents - before);
        }
    }

    [Fact]
    public void OwnBuffer_AfterOneLargeDocument_ForgetsItsSize()
    {
        using (PooledUtf8JsonWriter lease = _pool.Rent())
            WriteNumbers(lease.Writer, 20_000);

        for (int i = 0; i < 10; i++)
        {
            using PooledUtf8JsonWriter lease = _pool.Rent();
            lease.Writer.WriteNumberValue(i);
        }

        Assert.InRange(_arrays.BytesOut, 1, JsonOutput.MaximumKeptBytes);
    }

    [Fact]
    public void Stream_ThrowingAtAnyWrite_LeavesPoolAndWriterSound()
    {
        const int Threshold = 4096;
        var sound = new RecordingStream();
        using (PooledUtf8JsonWriter lease = _pool.Rent(sound, default, Threshold))
            WriteNumbers(lease.Writer, 5_000);

        for (int k = 1; k <= sound.Writes.Count; k++)
        {
            var target = new RecordingStream { ThrowAt = k };
            Assert.Throws<InjectedFaultException>(() =>
            {
                using PooledUtf8JsonWriter lease = _pool.Rent(target, default, Threshold);
                WriteNumbers(lease.Writer, 5_000);
            });

            Assert.Equal(k, target.Writes.Count); // nothing was written after the failure
            Assert.Equal(sound.Content.Take(target.Content.Length), target.Content);
            AssertSound();
        }
    }

    [Fact]
    public void BufferWriter_ThrowingAtAnyCall_LeavesPoolAndWriterSound()
    {
        const int Threshold = 1000;
        var sound = new RecordingBufferWriter(600);
        using (PooledUtf8JsonWriter lease = _pool.Rent(sound, default, Threshold))
            WriteNumbers(lease.Writer, 3_000);

        for (int k = 1; k <= sound.Calls; k++)
        {
            var target = new RecordingBufferWriter(600) { ThrowAt = k };
            Assert.Throws<InjectedFaultException>(() =>
            {
                using PooledUtf8JsonWriter lease = _pool.Rent(target, default, Threshold);
                WriteNumbers(lease.Writer, 3_000);
            });

            Assert.Equal(k, target.Calls);
            Assert.Equal(sound.Content.Take(target.Content.Length), target.Content);
            AssertSound();
        }
    }

    [Fact]
    public void ArrayPool_ThrowingAtAnyRent_LeavesPoolAndWriterSound()
    {
        for (int k = 1; k <= 8; k++)
        {
            _pool.Trim();
            _arrays.ThrowAt = _arrays.Rents + k;
            PooledUtf8JsonWriter lease = _pool.Rent();
            Assert.Throws<InjectedFaultException>(() => WriteNumbers(lease.Writer, 200_000));
            Assert.Throws<InvalidOperationException>(() => lease.WrittenCount);
            Assert.Throws<InvalidOperationException>(lease.Detach);
            Assert.Throws<InvalidOperationException>(lease.Flush);
            lease.Dispose();
            Assert.InRange(_arrays.BytesOut, 0, JsonOutput.MaximumKeptBytes);
            AssertSound();
        }
    }

    [Fact]
    public void ArrayPool_ThrowingAtAnyReturn_LeavesPoolAndWriterSound()
    {
        for (int k = 1; k <= 8; k++)
        {
            _pool.Trim();
            _arrays.ThrowAtReturn = _arrays.Returns + k;
            Assert.Throws<InjectedFaultException>(() =>
            {
                for (int i = 0; i < 8; i++)
                {
                    using PooledUtf8JsonWriter lease = _pool.Rent(Stream.Null);
                    lease.Writer.WriteStartArray();
                    lease.Writer.WriteStringValue(new string('x', 100_000));
                    for (int j = 0; j < 100_000; j++)
                        lease.Writer.WriteNumberValue(j);

                    lease.Writer.WriteEndArray();
                }
            });

            AssertSound();
        }
    }

    [Fact]
    public void Lease_AfterItsTargetThrew_WritesNothingMore()
    {
        var target = new RecordingStream { ThrowAt = 1 };
        using (PooledUtf8JsonWriter lease = _pool.Rent(target))
        {
            lease.Writer.WriteStartArray();
            Assert.Throws<InjectedFaultException>(lease.Flush);
            Assert.Throws<InvalidOperationException>(lease.Flush);
            Assert.Throws<InvalidOperationException>(lease.Writer.WriteStartArray);
        }

        Assert.Single(target.Writes);
        Assert.Empty(target.Content);
        AssertSound();
    }

    [Fact]
    public void BufferWriter_ThatGivesNoMemory_Throws()
    {
        PooledUtf8JsonWriter lease = _pool.Rent(new RecordingBufferWriter(0));
        lease.Writer.WriteNumberValue(1);

        Assert.Throws<InvalidOperationException>(lease.Flush);
        lease.Dispose();
        AssertSound();
    }

    [Fact]
    public void Stream_ThatWritesToItsOwnLease_Throws()
    {
        var target = new RecordingStream();
        PooledUtf8JsonWriter lease = _pool.Rent(target);
        Utf8JsonWriter writer = lease.Writer;
        writer.WriteStartArray();
        target.OnWrite = writer.WriteStartArray;

        Assert.Throws<InvalidOperationException>(lease.Flush);
        lease.Dispose();
        AssertSound();
    }

    [Fact]
    public void Stream_ThatDisposesItsOwnLease_EndsItSafely()
    {
        var target = new RecordingStream();
        PooledUtf8JsonWriter lease = _pool.Rent(target);
        lease.Writer.WriteStartArray();
        target.OnWrite = () =>
        {
            lease.Dispose();
            using PooledUtf8JsonWriter other = _pool.Rent();
            other.Writer.WriteStringValue("must not reach the target");
        };

        Assert.Throws<ObjectDisposedException>(lease.Flush);
        Assert.Equal("["u8.ToArray(), target.Content);
        AssertSound(lostArrays: 1); // the target was still reading it
    }

    [Fact]
    public void Stream_ThatRentsFromTheSamePool_Works()
    {
        var target = new RecordingStream();
        target.OnWrite = () =>
        {
            using PooledUtf8JsonWriter inner = _pool.Rent();
            WriteNumbers(inner.Writer, 1_000);
            Assert.True(inner.WrittenCount > 1_000);
        };
        using (PooledUtf8JsonWriter lease = _pool.Rent(target, default, drainThreshold: 1))
            WriteNumbers(lease.Writer, 2_000);

        Assert.Equal(2_000, JsonSerializer.Deserialize<int[]>(target.Content)!.Length);
    }

    [Fact]
    [Trait("Category", "Gc")]
    public void Target_AfterDispose_IsForgotten()
    {
        (WeakReference stream, WeakReference bufferWriter, WeakReference failing, WeakReference elsewhere) = UseTargets();

        Collector.Collect();

        Assert.False(stream.IsAlive);
        Assert.False(bufferWriter.IsAlive);
        Assert.False(failing.IsAlive);
        Assert.False(elsewhere.IsAlive);
        Assert.True(_pool.GetStatistics().Retained >= 1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private (WeakReference, WeakReference, WeakReference, WeakReference) UseTargets()
    {
        var stream = new RecordingStream();
        var bufferWriter = new RecordingBufferWriter(100);
        var failing = new RecordingStream { ThrowAt = 1 };
        var elsewhere = new RecordingStream();
        using (PooledUtf8JsonWriter lease = _pool.Rent(stream))
            lease.Writer.WriteNumberValue(1);

        using (PooledUtf8JsonWriter lease = _pool.Rent(bufferWriter))
            lease.Writer.WriteNumberValue(1);

        using (PooledUtf8JsonWriter lease = _pool.Rent(failing))
        {
            lease.Writer.WriteNumberValue(1);
            Assert.Throws<InjectedFaultException>(lease.Flush);
        }

        using (PooledUtf8JsonWriter lease = _pool.Rent())
            lease.Writer.Reset(elsewhere);

        return (new WeakReference(stream), new WeakReference(bufferWriter), new WeakReference(failing), new WeakReference(elsewhere));
    }

    private static void WriteNumbers(Utf8JsonWriter writer, int count)
    {
        writer.WriteStartArray();
        for (int i = 0; i < count; i++)
            writer.WriteNumberValue(i);

        writer.WriteEndArray();
    }

    /// <summary>The pool leases sound writers only, however many are asked for, and keeps no more arrays than idle writers.</summary>
    private void AssertSound(int lostArrays = 0)
    {
        using PooledUtf8JsonWriter one = _pool.Rent();
        using PooledUtf8JsonWriter two = _pool.Rent();
        one.Writer.WriteStringValue("one");
        two.Writer.WriteStringValue("two");
        Assert.NotSame(one.Writer, two.Writer);
        Assert.Equal("\"one\"", TextOf(one));
        Assert.Equal("\"two\"", TextOf(two));
        Assert.Equal(2, _pool.GetStatistics().InUse);
        Assert.InRange(_arrays.Out - lostArrays, 2, (int)_pool.GetStatistics().Retained + 2);
    }
}
