using System.Text;

namespace Pooling.Samples.RespClient;

/// <summary>The client with a real server, and with one that does what a network and an enemy do.</summary>
public sealed partial class PooledRespClientTests
{
    private static readonly byte[] s_key = "key"u8.ToArray();

    [Fact]
    public async Task Send_ToRedis_GetsEachReplyInOrder()
    {
        const int Commands = 2000;

        Assert.SkipUnless(RedisServer.Installed is not null, "redis-server is not installed; it is a package of Debian and Ubuntu.");
        using RedisServer server = await RedisServer.StartAsync(RedisServer.Installed!);
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint);

        Assert.Equal((RespType.Simple, "PONG"), await ReadAsync(client.SendAsync("PING"u8)));
        using (RespReply missing = await client.GetAsync(s_key))
            Assert.True(missing.Value.IsNull);

        byte[] value = new byte[300_000];
        new Random(1).NextBytes(value);
        Assert.Equal((RespType.Simple, "OK"), await ReadAsync(client.SetAsync(s_key, value)));
        using (RespReply got = await client.GetAsync(s_key))
            Assert.Equal(value, got.Value.Bytes);

        Assert.Equal((RespType.Bulk, ""), await ReadAsync(client.SendAsync("ECHO"u8, Array.Empty<byte>())));
        (RespType type, string error) = await ReadAsync(client.SendAsync("LPUSH"u8, s_key, s_key));
        Assert.Equal(RespType.Error, type);
        Assert.StartsWith("WRONGTYPE", error, StringComparison.Ordinal);

        var replies = new ValueTask<RespReply>[Commands];
        for (int i = 0; i < Commands; i++)
            replies[i] = client.SendAsync(i % 100 == 99 ? "NONSENSE"u8 : "ECHO"u8, Encoding.ASCII.GetBytes($"{i}"));

        for (int i = 0; i < Commands; i++)
        {
            (RespType kind, string text) = await ReadAsync(replies[i]);
            Assert.Equal(i % 100 == 99 ? RespType.Error : RespType.Bulk, kind);
            Assert.Contains($"{i}", text, StringComparison.Ordinal);
        }

        using (RespReply count = await client.SendAsync("RPUSH"u8, "list"u8.ToArray(), "a"u8.ToArray(), "b"u8.ToArray()))
            Assert.Equal((RespType.Integer, 2), (count.Value.Type, count.Value.Number));

        using RespReply list = await client.SendAsync("MGET"u8, s_key, "nobody"u8.ToArray());
        RespItems items = list.Value.Items;
        Assert.True(items.MoveNext());
        Assert.Equal(value, items.Current.Bytes);
        Assert.True(items.MoveNext());
        Assert.True(items.Current.IsNull);
        Assert.False(items.MoveNext());
    }

    [Fact]
    public async Task Receive_ByteByByte_ReadsEveryKind()
    {
        const string Replies = "+OK\r\n-ERR no\r\n:-42\r\n$3\r\na\r\n\r\n$0\r\n\r\n$-1\r\n*-1\r\n*2\r\n*1\r\n:7\r\n$1\r\nx\r\n";

        string[] expected =
        [
            "Simple OK 2", "Error ERR no 6", "Integer  -42", "Bulk a\r\n 3", "Bulk  0", "Bulk  -1", "Array  -1", "Array  2",
        ];
        await using var server = new FakeServer(static async stream =>
        {
            await stream.ReadExactlyAsync(new byte[8 * Ping.Length]);
            foreach (byte item in Encoding.ASCII.GetBytes(Replies))
                await stream.WriteAsync(new[] { item });

            await stream.CopyToAsync(Stream.Null); // until the client has gone
        });
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint);

        var replies = new ValueTask<RespReply>[expected.Length];
        for (int i = 0; i < replies.Length; i++)
            replies[i] = client.SendAsync("PING"u8);

        for (int i = 0; i < replies.Length; i++)
        {
            using RespReply reply = await replies[i];
            Assert.Equal(expected[i], $"{reply.Value.Type} {reply.Value.Text} {reply.Value.Number}");
            Assert.Equal(i == 7 ? "[[7, ], x, ]" : "", Items(reply.Value));
        }
    }

    [Theory]
    [InlineData("?", typeof(InvalidDataException))] // a type that does not exist
    [InlineData("$1048577\r\n", typeof(InvalidDataException))] // a length above the maximum
    [InlineData("$99999999999999999999\r\n", typeof(InvalidDataException))] // one that is no number of 64 bits
    [InlineData("$-2\r\n", typeof(InvalidDataException))]
    [InlineData("$1\r\nabc", typeof(InvalidDataException))] // a string that goes on
    [InlineData("*65537\r\n", typeof(InvalidDataException))]
    [InlineData(":12x\r\n", typeof(InvalidDataException))]
    [InlineData("+a line", typeof(EndOfStreamException))] // the end comes in the middle
    [InlineData("$5\r\nab", typeof(EndOfStreamException))]
    [InlineData("*2\r\n:1\r\n", typeof(EndOfStreamException))]
    [InlineData("", typeof(EndOfStreamException))]
    public async Task Receive_WrongOrCutOff_FailsAllCommandsThatWait(string reply, Type reason)
    {
        await using var server = new FakeServer(async stream =>
        {
            await stream.ReadExactlyAsync(new byte[Ping.Length * 2]);
            await stream.WriteAsync(Encoding.ASCII.GetBytes(reply));
        });
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint);
        ValueTask<RespReply> first = client.SendAsync("PING"u8), second = client.SendAsync("PING"u8);

        Assert.IsType(reason, (await Assert.ThrowsAsync<IOException>(async () => await first)).InnerException);
        Assert.IsType(reason, (await Assert.ThrowsAsync<IOException>(async () => await second)).InnerException);
        Assert.Throws<IOException>(() => client.SendAsync("PING"u8));
    }

    /// <summary>Checks that a command without exactly one reply is refused before anything of it is sent: the server
    /// reads
    /// what comes after it.</summary>
    [Theory]
    [InlineData("SUBSCRIBE", "a", "b")]
    [InlineData("psubscribe", "a*")]
    [InlineData("unsubscribe")]
    [InlineData("MONITOR")]
    [InlineData("HELLO", "3")]
    [InlineData("CLIENT", "REPLY", "SKIP")]
    [InlineData("client", "reply", "off")]
    [InlineData("SCRIPT", "DEBUG", "YES")]
    public async Task Send_CommandWithoutOneReply_IsRefused(string command, params string[] arguments)
    {
        byte[] name = Encoding.ASCII.GetBytes(command);
        byte[][] parts = [.. arguments.Select(Encoding.ASCII.GetBytes)];
        await using (FakeServer server = ServerOf("+PONG\r\n", 1))
        {
            await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint);
            Assert.Throws<NotSupportedException>(
                () => client.SendAsync(name, [.. parts.Select(static part => (ReadOnlyMemory<byte>)part)]));
            Assert.Equal((RespType.Simple, "PONG"), await ReadAsync(client.SendAsync("PING"u8)));
        }

        await using (FakeServer server = ServerOf("+PONG\r\n", 1))
        {
            await using PlainRespClient client = await PlainRespClient.ConnectAsync(server.EndPoint);
            Assert.Throws<NotSupportedException>(() => { _ = client.SendAsync(name, parts); });
            Assert.Equal("PONG", (await client.SendAsync("PING"u8).WaitAsync(Wait.Patience)).Text);
        }
    }

    [Fact]
    public async Task Send_TheLongestValue_IsReadAgain_AndALongerOneIsRefused()
    {
        Assert.SkipUnless(RedisServer.Installed is not null, "redis-server is not installed.");
        using RedisServer server = await RedisServer.StartAsync(RedisServer.Installed!);
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint);
        await using PlainRespClient plain = await PlainRespClient.ConnectAsync(server.EndPoint);
        byte[] longest = new byte[RespScanner.MaxBulk], tooLong = new byte[RespScanner.MaxBulk + 1];

        Assert.Equal((RespType.Simple, "OK"), await ReadAsync(client.SetAsync(s_key, longest)));
        Assert.Throws<ArgumentException>(() => client.SetAsync(s_key, tooLong));
        Assert.Throws<ArgumentException>(() => { _ = plain.SendAsync("SET"u8, s_key, tooLong); });
        var tooMany = new ReadOnlyMemory<byte>[RespScanner.MaxItems + 1];
        Assert.Throws<ArgumentException>(() => client.SendAsync("MGET"u8, tooMany));

        using RespReply got = await client.GetAsync(s_key);
        Assert.Equal(longest, got.Value.Bytes);
        Assert.Equal(longest, (await plain.SendAsync("GET"u8, s_key)).Bytes);
    }

    [Fact]
    public async Task Receive_ReplyThatNobodyWaitsFor_EndsTheConnection()
    {
        await using var server = new FakeServer(static async stream =>
        {
            await stream.ReadExactlyAsync(new byte[Ping.Length]);
            await stream.WriteAsync("+PONG\r\n+PONG\r\n"u8.ToArray());
            await stream.CopyToAsync(Stream.Null); // until the client has gone
        });
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint);

        Assert.Equal((RespType.Simple, "PONG"), await ReadAsync(client.SendAsync("PING"u8)));
        await Wait.Until(() =>
        {
            try
            {
                _ = client.SendAsync("PING"u8);
                return false;
            }
            catch (IOException)
            {
                return true;
            }
        });
    }

    // A command that was encoded in part must not be followed by another one, which would get the reply of this one.
    [Fact]
    public async Task Send_FailureWhileACommandIsWritten_EndsTheConnection()
    {
        int bytesAfter = -1;
        await using (var server = new FakeServer(async stream =>
        {
            await stream.ReadExactlyAsync(new byte[Ping.Length]);
            await stream.WriteAsync("+PONG\r\n"u8.ToArray());
            bytesAfter = await stream.ReadAsync(new byte[1]);
        }))
        {
            // The writers rent an array each, and the reply rents one and returns it. The fifth call is that for the
            // value, when the beginning of the command is already there.
            var arrays = new TestArrayPool<byte>(new TestPoolOptions { Faults = new FaultPlan(5, FaultMoment.Before) });
            var options = new RespClientOptions { Pool = arrays };
            await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint, options);
            Assert.Equal((RespType.Simple, "PONG"), await ReadAsync(client.SendAsync("PING"u8)));

            Assert.Throws<InjectedFaultException>(() => client.SetAsync(s_key, new byte[100_000]));

            Assert.IsType<InjectedFaultException>(Assert.Throws<IOException>(() => client.SendAsync("PING"u8)).InnerException);
        }

        Assert.True(bytesAfter <= 0, "A part of the second command was sent."); // the end, or a reset
    }

    [Fact]
    public async Task Send_TooMuchWaits_RefusesAndStays()
    {
        await using var server = new FakeServer(static async stream =>
        {
            await stream.ReadExactlyAsync(new byte[Ping.Length]);
            await stream.WriteAsync("+PONG\r\n"u8.ToArray());
            await stream.CopyToAsync(Stream.Null); // until the client has gone
        });
        var options = new RespClientOptions { MaxUnsent = 1000 };
        await using PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint, options);

        Assert.Throws<InvalidOperationException>(() => client.SetAsync(s_key, new byte[1000]));
        Assert.Equal((RespType.Simple, "PONG"), await ReadAsync(client.SendAsync("PING"u8)));
    }

    [Fact]
    public async Task DisposeAsync_CommandsWait_FailAndEveryArrayIsReturned()
    {
        await using var server = new FakeServer(static async stream =>
        {
            while (await stream.ReadAsync(new byte[1000]) > 0)
                continue;
        });
        var arrays = new TestArrayPool<byte>();
        var options = new RespClientOptions { Pool = arrays };
        PooledRespClient client = await PooledRespClient.ConnectAsync(server.EndPoint, options);
        ValueTask<RespReply> reply = client.SendAsync("PING"u8);

        await client.DisposeAsync();

        await Assert.ThrowsAsync<IOException>(async () => await reply);
        Assert.Throws<IOException>(() => client.SendAsync("PING"u8));
        arrays.AssertAllReturned();
    }

    private static ReadOnlySpan<byte> Ping => "*1\r\n$4\r\nPING\r\n"u8;

    private static async Task<(RespType Type, string Text)> ReadAsync(ValueTask<RespReply> task)
    {
        using RespReply reply = await task.AsTask().WaitAsync(Wait.Patience);
        return (reply.Value.Type, reply.Value.Text);
    }

    /// <summary>Returns a server that answers as many PINGs with the same reply, and stays until the client has
    /// gone.</summary>
    internal static FakeServer ServerOf(string reply, int count) => new(async stream =>
    {
        byte[] bytes = Encoding.ASCII.GetBytes(reply);
        byte[] ping = new byte[Ping.Length];
        for (int i = 0; i < count; i++)
        {
            await stream.ReadExactlyAsync(ping);
            Assert.Equal(Ping, ping);
            await stream.WriteAsync(bytes);
        }

        await stream.CopyToAsync(Stream.Null);
    });

    private static string Items(RespValue value)
    {
        if (value.Type != RespType.Array || value.Number <= 0)
            return "";

        var text = new StringBuilder("[");
        foreach (RespValue item in value.Items)
        {
            string one = item.Type switch
            {
                RespType.Array => Items(item),
                RespType.Integer => $"{item.Number}",
                _ => item.Text,
            };
            text.Append(one).Append(", ");
        }

        return text.Append(']').ToString();
    }
}
