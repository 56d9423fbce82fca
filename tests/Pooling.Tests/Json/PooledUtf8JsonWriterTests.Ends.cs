namespace Pooling.Json;

/// <content>Tests IsLive and TryReturn.</content>
public sealed partial class PooledUtf8JsonWriterTests
{
    [Fact]
    public void TryReturn_OfALiveLease_EndsItOnce()
    {
        var target = new RecordingStream();
        PooledUtf8JsonWriter lease = Pool.Rent(target);
        PooledUtf8JsonWriter copy = lease;
        lease.Writer.WriteNumberValue(1);
        Assert.True(lease.IsLive);
        Assert.True(lease.TryReturn());

        Assert.False(lease.IsLive);
        Assert.False(copy.IsLive);
        Assert.False(copy.TryReturn());
        lease.Dispose();
        Assert.Equal("1"u8.ToArray(), target.Content);
        Assert.Equal(1, Pool.GetStatistics().TotalReturned);
        using PooledUtf8JsonWriter next = Pool.Rent();
        Assert.False(lease.TryReturn());
        Assert.True(next.IsLive);
        Assert.True(next.TryReturn());
    }

    [Fact]
    public void TryReturn_WhenTheTargetThrows_ThrowsAndEndsTheLease()
    {
        PooledUtf8JsonWriter lease = Pool.Rent(new RecordingStream { ThrowAt = 1 });
        lease.Writer.WriteNumberValue(1);

        Assert.Throws<InjectedFaultException>(() => lease.TryReturn());
        Assert.False(lease.IsLive);
        AssertSound();
    }

    [Fact]
    public void IsLive_OfTheDefaultValue_IsFalse()
    {
        Assert.False(default(PooledUtf8JsonWriter).IsLive);
        Assert.False(default(PooledUtf8JsonWriter).TryReturn());
    }
}
