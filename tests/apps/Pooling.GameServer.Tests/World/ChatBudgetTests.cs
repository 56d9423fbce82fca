namespace Pooling.GameServer.World;

public sealed class ChatBudgetTests
{
    [Theory]
    [InlineData(1, 4)]
    [InlineData(250, 4)]
    [InlineData(251, 3)]
    [InlineData(1000, 1)]
    public void Take_FewListeners_EachTickHasItsShare(int listeners, int expected)
    {
        var budget = new ChatBudget(textsPerTick: 4, packetsPerTick: 1000);
        for (int tick = 0; tick < 10; tick++)
        {
            budget.BeginTick(listeners);
            Assert.Equal(expected, Drain(ref budget, listeners));
        }
    }

    [Theory]
    [InlineData(1001, 2)]
    [InlineData(1600, 2)]
    [InlineData(2000, 2)]
    [InlineData(10_000, 10)]
    public void Take_MoreListenersThanAShare_WaitsForTheSharesOfSeveralTicks(int listeners, int ticks)
    {
        var budget = new ChatBudget(textsPerTick: 4, packetsPerTick: 1000);
        for (int tick = 1; tick <= 60; tick++)
        {
            budget.BeginTick(listeners);
            Assert.Equal(tick % ticks == 0 ? 1 : 0, Drain(ref budget, listeners));
        }
    }

    [Fact]
    public void BeginTick_AfterSilence_HasNoMoreThanOneShare()
    {
        var budget = new ChatBudget(textsPerTick: 100, packetsPerTick: 1000);
        for (int tick = 0; tick < 1000; tick++)
            budget.BeginTick(listeners: 100);

        Assert.Equal(10, Drain(ref budget, listeners: 100));
    }

    [Fact]
    public void HasRoomFor_NoTick_IsFalse() => Assert.False(default(ChatBudget).HasRoomFor(0));

    private static int Drain(ref ChatBudget budget, int listeners)
    {
        int texts = 0;
        while (budget.HasRoomFor(listeners))
        {
            budget.Take(listeners);
            texts++;
        }

        return texts;
    }
}
