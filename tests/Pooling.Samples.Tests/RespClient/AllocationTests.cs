namespace Pooling.Samples.RespClient;

[Collection(AloneCollection.Name)]
[Trait("Category", "Allocation")]
public sealed class AllocationTests
{
    /// <summary>Checks that items are no objects: with one for each, these replies would be many times as
    /// long.</summary>
    [Fact]
    public async Task Receive_ManyShortItems_HoldsTheBytesOfTheReply()
    {
        const int Replies = 50;
        const int MaxBytes = 3_000_000; // of each reply, and what other tests allocate; 7.8 million with objects

        string reply = $"*{RespScanner.MaxItems}\r\n" + string.Concat(Enumerable.Repeat("+\r\n", RespScanner.MaxItems));
        await using FakeServer server = PooledRespClientTests.ServerOf(reply, Replies);
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint);
        long before = GC.GetTotalAllocatedBytes(precise: true);
        var held = new RespReply[Replies];
        for (int i = 0; i < held.Length; i++)
            held[i] = await client.SendAsync("PING"u8).AsTask().WaitAsync(Wait.Patience);

        Assert.InRange(GC.GetTotalAllocatedBytes(precise: true) - before, 0, Replies * MaxBytes);
        Array.ForEach(held, static item => item.Dispose());
    }
}
