using System.Globalization;
using System.Text.RegularExpressions;

namespace Pooling.Samples.ClusterHub;

/// <summary>The program as a shell sees it.</summary>
public sealed class ProgramTests
{
    [Fact]
    public void Main_ExitsWith0AndPrintsBothWays()
    {
        using var folder = new TemporaryFolder();
        using var process = new SampleProcess(typeof(HubNode), folder.Path);

        string output = process.Output.ReadToEnd();

        Assert.Equal("", process.Error.ReadToEnd());
        Assert.Equal(0, process.Wait());
        Assert.Contains("byte for byte", output, StringComparison.Ordinal);
        int[] plain = BytesOf("plain", output);
        int[] pooled = BytesOf("pooled", output);
        Assert.Equal(6, plain.Length);
        Assert.Equal(6, pooled.Length);
        Assert.All(plain.Zip(pooled).Where(static row => row.First > 1000), static row => Assert.True(row.Second < row.First / 2));
        Assert.Empty(folder.Files);
    }

    [Fact]
    public async Task Main_RedisAndUrl_ServesUntilCtrlC()
    {
        Assert.SkipUnless(RedisServer.Installed is not null, ClusterTests.NoRedis);
        using RedisServer redis = await RedisServer.StartAsync(RedisServer.Installed!);
        using var folder = new TemporaryFolder();
        using var process = new SampleProcess(typeof(HubNode), folder.Path, $"!{redis.EndPoint}", "http://127.0.0.1:0");
        string line = (await process.Output.ReadLineAsync())!;
        var node = new Uri("ws" + Regex.Match(line, "://.*/hub").Value);
        using ChatClient ann = await ChatClient.ConnectAsync(node, "blue", "ann"), bob = await ChatClient.ConnectAsync(node, "blue", "bob");

        await bob.SendAsync("ready"); // it is in its room when it gets this
        Assert.Equal(bob.JsonOf(1, "ready"), await bob.ReceiveAsync());
        await ann.SendAsync("hello");
        Assert.Equal(ann.JsonOf(1, "hello"), await bob.ReceiveAsync());
        await Task.WhenAll(ann.CloseAsync(), bob.CloseAsync());
        process.EndByCtrlC();

        Assert.Equal(0, process.Wait());
        Assert.Equal("", await process.Error.ReadToEndAsync());
    }

    [Fact]
    public void Main_NoAddress_ExitsWith1()
    {
        using var folder = new TemporaryFolder();
        using var process = new SampleProcess(typeof(HubNode), folder.Path, "", "http://127.0.0.1:0");

        Assert.Equal(1, process.Wait());
        Assert.StartsWith("ClusterHub: ", process.Error.ReadToEnd(), StringComparison.Ordinal);
    }

    private static int[] BytesOf(string way, string output) =>
        [.. Regex.Matches(output, $@" {way} +([\d,]+) +[\d.,]+\r?$", RegexOptions.Multiline)
            .Select(static match => int.Parse(match.Groups[1].Value, NumberStyles.AllowThousands, CultureInfo.InvariantCulture))];
}
