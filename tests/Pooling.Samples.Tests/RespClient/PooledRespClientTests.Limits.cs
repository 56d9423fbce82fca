using System.Net.Sockets;
using System.Text;

namespace Pooling.Samples.RespClient;

/// <summary>Replies at the limits, and beyond them.</summary>
public sealed partial class PooledRespClientTests
{
    /// <summary>Checks that a reply that is never complete is refused while it arrives: the server sends no more, and
    /// stays.</summary>
    [Theory]
    [InlineData(9, "*1\r\n", "Arrays are nested too deeply.")]
    [InlineData(9, "*2\r\n+\r\n", "Arrays are nested too deeply.")]
    [InlineData(2, "*1\r\n*40000\r\n", "A reply has too many items.")]
    [InlineData(40_000, "*1\r\n:1\r\n", "A reply has too many items.")]
    public async Task Receive_EndlessArrays_AreRefusedWhileTheyArrive(int times, string part, string reason)
    {
        string start = times > 9 ? $"*{times}\r\n" : "";
        await using FakeServer server = ServerOf(start + string.Concat(Enumerable.Repeat(part, times)), 1);
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint);
        Task<RespReply> task = client.SendAsync("PING"u8).AsTask();

        IOException ended = await Assert.ThrowsAsync<IOException>(() => task.WaitAsync(Wait.Patience));

        Assert.Equal(reason, Assert.IsType<InvalidDataException>(ended.InnerException).Message);
    }

    [Fact]
    public async Task Receive_AsManyItemsAndLevelsAsAllowed_ReadsThem()
    {
        string levels = string.Concat(Enumerable.Repeat("*1\r\n", RespScanner.MaxDepth - 1));
        int items = RespScanner.MaxItems - RespScanner.MaxDepth + 1;
        string reply = $"{levels}*{items}\r\n" + string.Concat(Enumerable.Repeat("+\r\n", items));
        await using FakeServer server = ServerOf(reply, 1);
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint);

        using RespReply got = await client.SendAsync("PING"u8).AsTask().WaitAsync(Wait.Patience);

        string expected = new string('[', RespScanner.MaxDepth) + string.Concat(Enumerable.Repeat(", ", items));
        Assert.StartsWith(expected + "], ", Items(got.Value), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Receive_RepliesThatNobodyDisposes_EndTheConnectionAtTheLimit()
    {
        const int Held = 4; // of 524,288 bytes each
        const int Commands = 20;
        string reply = "$500000\r\n" + new string('x', 500_000) + "\r\n";
        await using var server = new FakeServer(async stream =>
        {
            await stream.ReadExactlyAsync(new byte[Commands * Ping.Length]); // all, before the clock can run
            await stream.WriteAsync(Encoding.ASCII.GetBytes(string.Concat(Enumerable.Repeat(reply, Commands))));
            await stream.CopyToAsync(Stream.Null);
        });
        var options = new RespClientOptions { MaxHeld = Held * 500_000, HoldTimeout = TimeSpan.FromMilliseconds(100) };
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint, options);
        Task<RespReply>[] tasks =
            [.. Enumerable.Range(0, Commands).Select(_ => client.SendAsync("PING"u8).AsTask())];

        for (int i = Held; i < tasks.Length; i++)
        {
            IOException ended = await Assert.ThrowsAsync<IOException>(() => tasks[i].WaitAsync(Wait.Patience));
            Assert.IsType<TimeoutException>(ended.InnerException);
        }

        foreach (Task<RespReply> task in tasks.Take(Held))
        {
            using RespReply held = await task;
            Assert.Equal(500_000, held.Value.Bytes.Length);
        }
    }

    [Fact]
    public async Task Receive_RepliesThatAreDisposed_ComeBeyondTheLimit()
    {
        await using FakeServer server = ServerOf("$500000\r\n" + new string('x', 500_000) + "\r\n", 100);
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(
            server.EndPoint, new RespClientOptions { MaxHeld = 2_000_000, HoldTimeout = Wait.Patience });
        ValueTask<RespReply>[] tasks = [.. Enumerable.Range(0, 100).Select(_ => client.SendAsync("PING"u8))];

        foreach (ValueTask<RespReply> task in tasks)
        {
            using RespReply reply = await task.AsTask().WaitAsync(Wait.Patience);
            Assert.Equal(500_000, reply.Value.Bytes.Length);
            reply.Dispose(); // a second time does not count
        }
    }

    [Fact]
    public async Task Send_ServerHasReset_RepliesThatHaveArrivedCome()
    {
        var ending = new TaskCompletionSource();
        await using var server = new FakeServer(async stream =>
        {
            await stream.ReadExactlyAsync(new byte[2 * Ping.Length]);
            await stream.WriteAsync("+ONE\r\n+TWO\r\n"u8.ToArray());
            await ending.Task;
            stream.Socket.LingerState = new LingerOption(true, 0);
        });
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(
            server.EndPoint, new RespClientOptions { MaxHeld = 1, HoldTimeout = Wait.Patience });
        Task<RespReply> first = client.SendAsync("PING"u8).AsTask(), second = client.SendAsync("PING"u8).AsTask();
        RespReply held = await first.WaitAsync(Wait.Patience);

        ending.SetResult();
        List<Task<RespReply>> late = [];
        await Assert.ThrowsAsync<IOException>(async () =>
        {
            while (true)
            {
                late.Add(client.SendAsync("PING"u8).AsTask());
                await Task.Delay(5);
            }
        });
        held.Dispose();

        Assert.Equal((RespType.Simple, "TWO"), await ReadAsync(new ValueTask<RespReply>(second)));
        foreach (Task<RespReply> one in late)
            await Assert.ThrowsAsync<IOException>(() => one.WaitAsync(Wait.Patience));
    }

    [Fact]
    public async Task DisposeAsync_WhileReceivingWaits_Ends()
    {
        await using FakeServer server = ServerOf("$500000\r\n" + new string('x', 500_000) + "\r\n", 2);
        PooledRespClient client = await PooledRespClient.ConnectAsync(
            server.EndPoint, new RespClientOptions { MaxHeld = 1, HoldTimeout = TimeSpan.FromDays(1) });
        ValueTask<RespReply> first = client.SendAsync("PING"u8), second = client.SendAsync("PING"u8);
        using RespReply reply = await first.AsTask().WaitAsync(Wait.Patience);

        await client.DisposeAsync().AsTask().WaitAsync(Wait.Patience);

        await Assert.ThrowsAsync<IOException>(async () => await second);
    }
}
