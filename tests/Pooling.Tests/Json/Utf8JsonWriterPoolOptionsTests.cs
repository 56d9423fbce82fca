using System.Text.Json;
using Pooling.Buffers;

namespace Pooling.Json;

public sealed class Utf8JsonWriterPoolOptionsTests
{
    public static TheoryData<string, Func<object>> Refused => new()
    {
        { "MaxCapacity", static () => new Utf8JsonWriterPoolOptions { MaxCapacity = 0 } },
        { "MaxCapacity", static () => new Utf8JsonWriterPoolOptions { MaxCapacity = int.MinValue } },
        { "MaxRetained", static () => new Utf8JsonWriterPoolOptions { MaxRetained = -1 } },
        { "MaxRetainedCapacity", static () => new Utf8JsonWriterPoolOptions { MaxRetainedCapacity = -1 } },
        { "MaxRetainedBytes", static () => new Utf8JsonWriterPoolOptions { MaxRetainedBytes = -1 } },
        { "TrimAfter", static () => new Utf8JsonWriterPoolOptions { TrimAfter = TimeSpan.FromTicks(-5) } },
        { "Name", static () => new Utf8JsonWriterPoolOptions { Name = "" } },
    };

    [Theory]
    [MemberData(nameof(Refused), DisableDiscoveryEnumeration = true)]
    public void Property_WithABadValue_IsNamed(string property, Func<object> create) =>
        Assert.Equal(property, Assert.ThrowsAny<ArgumentException>(create).ParamName);

    [Fact]
    public void Properties_ByDefault_AreLimits()
    {
        var options = new Utf8JsonWriterPoolOptions();

        Assert.Null(options.Name);
        Assert.Equal(256 << 20, options.MaxCapacity);
        Assert.Equal(16 << 10, options.MaxRetainedCapacity);
        Assert.True(options.MaxRetained >= 2048);
        Assert.Equal(64 << 20, options.MaxRetainedBytes);
        Assert.False(options.ClearOnReturn);
        Assert.Equal(TimeSpan.FromSeconds(10), options.TrimAfter);
    }

    [Fact]
    public void Properties_AtTheirBounds_AreAccepted()
    {
        foreach (long? bytes in new long?[] { 0, long.MaxValue, null })
        {
            using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions
            {
                MaxCapacity = int.MaxValue,
                MaxRetained = 0,
                MaxRetainedCapacity = int.MaxValue,
                MaxRetainedBytes = bytes,
                TrimAfter = Timeout.InfiniteTimeSpan,
            });
            using PooledUtf8JsonWriter lease = pool.Rent();
            lease.Writer.WriteNumberValue(1);

            Assert.Equal("1"u8.ToArray(), lease.WrittenSpan.ToArray());
        }
    }

    [Theory]
    [InlineData(1 << 30)]
    [InlineData(int.MaxValue)]
    public void Pool_WithoutAnyLimit_KeepsBuffers(int maximum)
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions
        {
            MaxCapacity = maximum,
            MaxRetained = maximum,
            MaxRetainedCapacity = maximum,
            MaxRetainedBytes = null,
        });
        using (PooledUtf8JsonWriter lease = pool.Rent())
            lease.Writer.WriteNumberValue(1);

        Assert.True(pool.GetStatistics().RetainedBytes > 0);
    }

    [Fact]
    public void Pool_CopiesItsOptions()
    {
        var options = new Utf8JsonWriterPoolOptions { Name = "first", MaxCapacity = 100_000 };
        using var pool = new Utf8JsonWriterPool(options);
        options.Name = "second";
        options.MaxCapacity = 1;
        using PooledUtf8JsonWriter lease = pool.Rent();
        lease.Writer.WriteNumberValue(1);

        Assert.Equal("first", pool.Name);
        Assert.Equal(1, lease.WrittenCount);
    }

    [Fact]
    public void Name_IsThatOfThePoolAndItsExceptions()
    {
        Assert.Equal("Utf8JsonWriterPool", Utf8JsonWriterPool.Shared.Name);
        var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { Name = "audit" });
        pool.Dispose();

        Assert.Equal("audit", pool.Name);
        Assert.Equal("audit", Assert.Throws<ObjectDisposedException>(() => pool.Rent()).ObjectName);
        Assert.Equal("audit",
            Assert.Throws<ObjectDisposedException>(() => pool.Rent(new JsonWriterOptions { Indented = true })).ObjectName);
        Assert.Equal("audit", Assert.Throws<ObjectDisposedException>(() => pool.RentAsyncWriter(Stream.Null)).ObjectName);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(255)]
    [InlineData(256)]
    [InlineData(5_000)]
    [InlineData(16_384)]
    [InlineData(50_000)]
    public void MaxCapacity_OfADocumentThatNeedsMore_ThrowsAndLeavesTheLeaseDisposable(int most)
    {
        var arrays = SpoiledArrays.Create();
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxCapacity = most }, arrays);
        for (int i = 0; i < 2; i++)
        {
            PooledUtf8JsonWriter lease = pool.Rent();
            int written = 0;
            var thrown = Assert.Throws<BufferCapacityExceededException>(() =>
            {
                lease.Writer.WriteStartArray();
                while (written <= most)
                {
                    lease.Writer.WriteNumberValue(1);
                    written = lease.WrittenCount;
                }
            });

            Assert.Equal(most, thrown.MaxCapacity);
            Assert.InRange(thrown.Requested, most + 1L, most + 4096L);
            Assert.InRange(written, Math.Max(0, most - 4096), most);
            Assert.Throws<InvalidOperationException>(() => lease.WrittenCount);
            lease.Dispose();
            Assert.Equal(0, pool.GetStatistics().InUse);
            Assert.Equal(0, pool.GetStatistics().TotalDropped);
            Assert.InRange(arrays.InUseLength, 0, Math.Min(most, 16_384));
        }
    }

    [Fact]
    public void MaxCapacity_OfALongString_AllowsForThreeBytesOfEachCharacter()
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxCapacity = 30_100 });

        using (PooledUtf8JsonWriter lease = pool.Rent())
        {
            lease.Writer.WriteStringValue(new string('x', 10_000));
            lease.Writer.Flush();
            Assert.Equal(10_002, lease.WrittenCount);
        }

        using (PooledUtf8JsonWriter lease = pool.Rent())
        {
            var thrown = Assert.Throws<BufferCapacityExceededException>(
                () => lease.Writer.WriteStringValue(new string('x', 10_100)));
            Assert.InRange(thrown.Requested, 30_300, 30_400);
        }

        using (PooledUtf8JsonWriter lease = pool.Rent())
            lease.Writer.WriteStringValue(Enumerable.Repeat((byte)'x', 30_000).ToArray());
    }

    [Fact]
    public void MaxCapacity_OfADocumentThatGoesToATarget_LimitsOneValue()
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxCapacity = 20_000 });
        var target = new RecordingStream();
        using PooledUtf8JsonWriter lease = pool.Rent(target);
        lease.Writer.WriteStartArray();
        for (int i = 0; i < 100_000; i++)
            lease.Writer.WriteNumberValue(i);

        Assert.Throws<BufferCapacityExceededException>(() => lease.Writer.WriteStringValue(new string('x', 20_000)));
        Assert.InRange(target.Content.Length, 500_000, 600_000);
    }

    [Fact]
    public void MaxRetained_Zero_KeepsNothing()
    {
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxRetained = 0 });
        pool.Rent().Dispose();
        pool.Rent().Dispose();

        Assert.Equal(2, pool.GetStatistics().TotalCreated);
        Assert.Equal(0, pool.GetStatistics().Retained);
    }

    [Theory]
    [InlineData(0, 0)]
    [InlineData(4_095, 0)]
    [InlineData(4_096, 0)]
    [InlineData(65_536, 65_536)]
    [InlineData(int.MaxValue, 65_536)]
    public void MaxRetainedCapacity_IsTheLongestBufferThatIsKept(int most, int kept)
    {
        var arrays = SpoiledArrays.Create();
        using var pool = new Utf8JsonWriterPool(new Utf8JsonWriterPoolOptions { MaxRetainedCapacity = most }, arrays);
        using (PooledUtf8JsonWriter lease = pool.Rent())
            lease.Writer.WriteStringValue(new string('x', 20_000)); // requests three bytes for each

        Assert.Equal(kept, arrays.InUseLength);
        Assert.Equal(kept, pool.GetStatistics().RetainedBytes);
        Assert.Equal(1, pool.GetStatistics().Retained);
    }
}
