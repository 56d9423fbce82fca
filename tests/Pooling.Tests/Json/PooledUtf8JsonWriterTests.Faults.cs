using System.Text.Json;

namespace Pooling.Json;

/// <content>Tests targets and array pools that throw, call back, or end the lease that calls them.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    [Fact]
    public void Stream_ThrowingAtAnyWrite_LeavesPoolAndWriterSound()
    {
        const int Threshold = 4096;
        var sound = new RecordingStream();
        using (PooledUtf8JsonWriter lease = Pool.Rent(sound, default, Threshold))
            WriteNumbers(lease.Writer, 5_000);

        for (int k = 1; k <= sound.Writes.Count; k++)
        {
            var target = new RecordingStream { ThrowAt = k };
            Assert.Throws<InjectedFaultException>(() =>
            {
                using PooledUtf8JsonWriter lease = Pool.Rent(target, default, Threshold);
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
        using (PooledUtf8JsonWriter lease = Pool.Rent(sound, default, Threshold))
            WriteNumbers(lease.Writer, 3_000);

        for (int k = 1; k <= sound.Calls; k++)
        {
            var target = new RecordingBufferWriter(600) { ThrowAt = k };
            Assert.Throws<InjectedFaultException>(() =>
            {
                using PooledUtf8JsonWriter lease = Pool.Rent(target, default, Threshold);
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
            Pool.Trim();
            SpoiledArrays.ThrowAtRent(Arrays, k);
            PooledUtf8JsonWriter lease = Pool.Rent();
            Assert.Throws<InjectedFaultException>(() => WriteNumbers(lease.Writer, 200_000));
            Assert.Throws<InvalidOperationException>(() => lease.WrittenCount);
            Assert.Throws<InvalidOperationException>(lease.Detach);
            Assert.Throws<InvalidOperationException>(lease.Flush);
            lease.Dispose();
            Assert.InRange(Arrays.InUseLength, 0, Utf8JsonWriterPoolOptions.DefaultMaxRetainedCapacity);
            AssertSound();
        }
    }

    [Fact]
    public void ArrayPool_ThrowingAtAnyReturn_LeavesPoolAndWriterSound()
    {
        for (int k = 1; k <= 8; k++)
        {
            Pool.Trim();
            SpoiledArrays.ThrowAtReturn(Arrays, k);
            Assert.Throws<InjectedFaultException>(() =>
            {
                for (int i = 0; i < 8; i++)
                {
                    using PooledUtf8JsonWriter lease = Pool.Rent(Stream.Null);
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
        using (PooledUtf8JsonWriter lease = Pool.Rent(target))
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
        PooledUtf8JsonWriter lease = Pool.Rent(new RecordingBufferWriter(0));
        lease.Writer.WriteNumberValue(1);

        Assert.Throws<InvalidOperationException>(lease.Flush);
        lease.Dispose();
        AssertSound();
    }

    [Fact]
    public void Stream_ThatWritesToItsOwnLease_Throws()
    {
        var target = new RecordingStream();
        PooledUtf8JsonWriter lease = Pool.Rent(target);
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
        PooledUtf8JsonWriter lease = Pool.Rent(target);
        lease.Writer.WriteStartArray();
        target.OnWrite = () =>
        {
            lease.Dispose();
            using PooledUtf8JsonWriter other = Pool.Rent();
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
            using PooledUtf8JsonWriter inner = Pool.Rent();
            WriteNumbers(inner.Writer, 1_000);
            Assert.True(inner.WrittenCount > 1_000);
        };
        using (PooledUtf8JsonWriter lease = Pool.Rent(target, default, drainThreshold: 1))
            WriteNumbers(lease.Writer, 2_000);

        Assert.Equal(2_000, JsonSerializer.Deserialize<int[]>(target.Content)!.Length);
    }
}
