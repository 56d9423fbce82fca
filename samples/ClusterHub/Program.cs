using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Hosting;
using Pooling.Samples.ClusterHub;
using StackExchange.Redis;

const int Rounds = 7;
const int Messages = 100; // of a round
const int Members = 100;
int[] sizes = [100, 1024, 16 * 1024];

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
try
{
    if (args is [string redis, string url])
    {
        await ServeAsync(redis, url);
        return 0;
    }

    Console.WriteLine($"text to {Members} members              way      bytes/message   us/message");
    await using (HubNode plain = new PlainNode(null), pooled = new PooledNode(null))
    {
        foreach (int size in sizes)
            Compare("sent here", size, (plain, plain), (pooled, pooled), static (crowd, count) => crowd.Send(count));

        foreach (int size in sizes)
            Compare("of another node", size, (plain, plain), (pooled, pooled), static (crowd, count) => crowd.Receive(count));
    }

    if (args is [string server])
    {
        await using HubNode plainFrom = await StartAsync(server, isPooled: false), plainTo = await StartAsync(server, isPooled: false);
        await using HubNode pooledFrom = await StartAsync(server, isPooled: true), pooledTo = await StartAsync(server, isPooled: true);
        foreach (int size in sizes)
            Compare("through Redis", size, (plainFrom, plainTo), (pooledFrom, pooledTo), static (crowd, count) => crowd.Send(count));
    }

    Console.WriteLine();
    Console.WriteLine("All members got what was sent, byte for byte.");
    Console.WriteLine("What to copy: PooledNode.cs and RedisBackplane.cs, with HubNode.cs and what it uses.");
    return 0;
}
catch (Exception wrong) when (wrong is InvalidDataException or ArgumentException or RedisException or IOException)
{
    Console.Error.WriteLine($"ClusterHub: {wrong.Message}");
    return 1;
}

static void Compare(string name, int size, (HubNode From, HubNode To) plain,
    (HubNode From, HubNode To) pooled, Action<Crowd, int> send)
{
    using Crowd plainCrowd = new(plain.From, plain.To, Members, size), pooledCrowd = new(pooled.From, pooled.To, Members, size);
    (double Bytes, double Time)[] medians = Measure.Run(
        Rounds, Messages, count => send(plainCrowd, count), count => send(pooledCrowd, count));
    foreach ((string way, (double bytes, double time)) in new[] { "plain", "pooled" }.Zip(medians))
        Console.WriteLine($"{size,6:N0} B, {name,-24} {way,-7} {bytes,14:N0} {time,12:N1}");
}

static async Task<HubNode> StartAsync(string redis, bool isPooled)
{
    ConfigurationOptions options = ConfigurationOptions.Parse(redis);
    options.ChannelPrefix = RedisChannel.Literal(isPooled ? "pooled:" : "plain:"); // so that the other way's nodes do not get it, too
    RedisBackplane backplane = await RedisBackplane.ConnectAsync(options);
    HubNode node = isPooled ? new PooledNode(backplane) : new PlainNode(backplane);
    await node.StartAsync();
    while (!backplane.IsSubscribed)
        await Task.Delay(10);

    return node;
}

static async Task ServeAsync(string redis, string url)
{
    await using HubNode node = new PooledNode(await RedisBackplane.ConnectAsync(ConfigurationOptions.Parse(redis)));
    await using WebApplication server = await NodeHost.StartAsync(node, url);
    Console.WriteLine($"Connect to {server.Urls.Single()}/hub?room=blue&name=ann. Ctrl+C ends the node.");
    await server.WaitForShutdownAsync();
}
