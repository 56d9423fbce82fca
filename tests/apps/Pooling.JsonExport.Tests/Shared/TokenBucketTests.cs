namespace Pooling.Samples;

public sealed class TokenBucketTests
{
    [Fact]
    public void TryTake_AllAtOnce_ReturnsTheDelay()
    {
        var bucket = new TokenBucket(10);
        for (int i = 0; i < 10; i++)
            Assert.Equal(0, bucket.TryTake(1000));

        Assert.Equal(100, bucket.TryTake(1000));
        Assert.Equal(50, bucket.TryTake(1050));
        Assert.Equal(0, bucket.TryTake(1100));
    }

    [Fact]
    public void TryTake_OverALongTime_GivesSoManyASecond()
    {
        var bucket = new TokenBucket(50);
        int taken = 0;
        for (long now = 0; now <= 10_000; now++)
            taken += bucket.TryTake(now) == 0 ? 1 : 0;

        Assert.Equal(50 + (10 * 50), taken);
    }

    [Fact]
    public void TryTake_AfterALongPause_GivesNoMoreThanASecondsWorth()
    {
        var bucket = new TokenBucket(3);
        bucket.TryTake(0);
        for (int i = 0; i < 3; i++)
            Assert.Equal(0, bucket.TryTake(1_000_000));

        Assert.NotEqual(0, bucket.TryTake(1_000_000));
    }
}
