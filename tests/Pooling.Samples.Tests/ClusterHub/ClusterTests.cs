namespace Pooling.Samples.ClusterHub;

/// <summary>Two nodes and a real Redis.</summary>
public sealed class ClusterTests
{
    private const string Reason = "redis-server is not installed; it is a package of Debian and Ubuntu.";

    [Theory]
    [InlineData(false, false)]
    [InlineData(true, true)]
    [InlineData(false, true)]
    public async Task Send_TwoNodes_EachMemberGetsEachMessageOnceInOrder(bool isFirstPooled, bool isSecondPooled)
    {
        const int Messages = 150;

        Assert.SkipUnless(RedisServer.Installed is not null, Reason);
        using RedisServer redis = await RedisServer.StartAsync(RedisServer.Installed!);
        await using TestNode first = await TestNode.StartAsync(isFirstPooled, redis), second = await TestNode.StartAsync(isSecondPooled, redis);
        using ChatClient ann = await first.ConnectAsync("blue", "ann"), bob = await first.ConnectAsync("blue", "bob");
        using ChatClient cid = await second.ConnectAsync("blue", "cid"), dan = await second.ConnectAsync("red", "dan");
        await UntilConnectedAsync(first, second, ann, cid, bob);

        Task sending = Task.WhenAll(SendAllAsync(ann), SendAllAsync(cid));
        string[][] received = await Task.WhenAll(
            ann.ReceiveAsync(2 * Messages), bob.ReceiveAsync(2 * Messages), cid.ReceiveAsync(2 * Messages));
        await sending;

        foreach (string[] messages in received)
        {
            Assert.Equal(Enumerable.Range(2, Messages).Select(i => ann.JsonOf(i, $"text {i}")), messages.Where(Contains("ann")));
            Assert.Equal(Enumerable.Range(2, Messages).Select(i => cid.JsonOf(i, $"text {i}")), messages.Where(Contains("cid")));
        }

        await dan.SendAsync("alone");
        Assert.Equal(dan.JsonOf(1, "alone"), await dan.ReceiveAsync()); // nothing of the other room came before
        Assert.Equal((0, 0), (first.Node.Backplane!.ForeignCount, second.Node.Backplane!.ForeignCount));
        await Task.WhenAll(ann.CloseAsync(), bob.CloseAsync(), cid.CloseAsync(), dan.CloseAsync());

        static Func<string, bool> Contains(string name) => message => message.Contains($"\"{name}\"", StringComparison.Ordinal);

        static async Task SendAllAsync(ChatClient client)
        {
            for (int i = 2; i <= Messages + 1; i++) // the first one was sent to find out whether the nodes are connected
                await client.SendAsync($"text {i}");
        }
    }

    // The first message of each sender. It is repeated by nobody: both nodes are subscribed when it has arrived.
    private static async Task UntilConnectedAsync(TestNode first, TestNode second, ChatClient ann, ChatClient cid, ChatClient bob)
    {
        await Wait.Until(() => first.Node.Backplane!.IsSubscribed && second.Node.Backplane!.IsSubscribed);
        await ann.SendAsync("a");
        foreach (ChatClient client in (ChatClient[])[ann, bob, cid])
            Assert.Equal(ann.JsonOf(1, "a"), await client.ReceiveAsync());

        await cid.SendAsync("c");
        foreach (ChatClient client in (ChatClient[])[ann, bob, cid])
            Assert.Equal(cid.JsonOf(1, "c"), await client.ReceiveAsync());
    }
}
