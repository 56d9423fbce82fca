namespace Pooling.Samples;

public sealed class ShareTests
{
    [Fact]
    public void TryTake_BeyondTheLimit_TakesNothing()
    {
        var share = new Share(10);

        Assert.True(share.TryTake(10));
        Assert.False(share.TryTake(1));
        Assert.Equal(10, share.Used);
        share.Give(4);
        Assert.True(share.TryTake(4));
    }

    [Fact]
    public void TryTake_OfAPart_TakesOfTheWhole()
    {
        var whole = new Share(10);
        var one = new Share(6, whole);
        var other = new Share(6, whole);

        Assert.False(one.TryTake(7));
        Assert.True(one.TryTake(6));
        Assert.False(other.TryTake(5));
        Assert.Equal((6, 0, 6), (one.Used, other.Used, whole.Used));
        one.Give(6);
        Assert.Equal((0, 0), (one.Used, whole.Used));
        Assert.True(other.TryTake(5));
    }

    [Theory]
    [InlineData(1, 500)]
    [InlineData(2, 333)]
    [InlineData(9, 100)]
    public void TryTake_FairParts_LeaveAsMuchAsTheyHave(int parts, int each)
    {
        var whole = new Share(1000);
        Share[] greedy = [.. Enumerable.Range(0, parts).Select(_ => new Share(1000, whole, isFair: true))];
        while (greedy.Count(part => part.TryTake(1)) > 0)
        {
        }

        Assert.All(greedy, part => Assert.InRange(part.Used, each - 1, each + 1));
        Assert.True(new Share(1000, whole, isFair: true).TryTake(each / 2));
    }

    [Fact]
    public async Task TryTake_ByManyThreads_NeverExceedsALimitAndGivesAllBack()
    {
        var whole = new Share(100);
        using var barrier = new Barrier(4);
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Factory.StartNew(() =>
        {
            var part = new Share(60, whole);
            barrier.SignalAndWait();
            for (int i = 0; i < 100_000; i++)
            {
                int amount = (i % 50) + 1;
                if (!part.TryTake(amount))
                    continue;

                Assert.InRange(part.Used, amount, 60);
                part.Give(amount);
            }

            Assert.Equal(0, part.Used);
        }, TaskCreationOptions.LongRunning)));

        Assert.Equal(0, whole.Used);
        Assert.True(whole.TryTake(100));
    }
}
