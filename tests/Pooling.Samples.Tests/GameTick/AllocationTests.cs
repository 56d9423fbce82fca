namespace Pooling.Samples.GameTick;

[Collection(AloneCollection.Name)]
[Trait("Category", "Allocation")]
public sealed class AllocationTests
{
    [Theory]
    [InlineData(GameServerTests.Plain, 1_600, 4_000)] // the array of the state
    [InlineData(GameServerTests.Pooled, 0, 800)] // half of it
    public async Task Play_100PlayersAfterAWarmUp_AllocatesForATick(string way, int minBytes, int maxBytes)
    {
        await using GameServer server = GameServerTests.Start(way);
        using var bots = new Bots();
        bots.Connect(server.EndPoint, 100);
        bots.Play(server, 100);

        double bytes = Measure.Run(rounds: 7, operations: 15, ticks => bots.Play(server, ticks))[0].Bytes;

        Assert.InRange(bytes, minBytes, maxBytes);
    }
}
