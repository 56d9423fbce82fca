using System.Diagnostics;
using System.Net.WebSockets;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace Pooling.WebSockets.Client;

/// <summary>Tests pairs of events of a client at the same moment. Each pair starts at a barrier, and is repeated many times.</summary>
public sealed class ClientRaceTests
{
    private static readonly TimeSpan s_each = TimeSpan.FromSeconds(0.4);

    public static TheoryData<string, string, string> Pairs
    {
        get
        {
            string[] events = ["close", "dispose", "peer closes", "breaks", "send"];
            var pairs = new TheoryData<string, string, string>();
            foreach (string kind in (string[])[ClientUnderTest.Before, ClientUnderTest.Pooled])
            {
                foreach (string one in events)
                {
                    foreach (string other in events.Where(other => string.CompareOrdinal(one, other) <= 0 && one != "send"))
                        pairs.Add(kind, one, other);
                }
            }

            return pairs;
        }
    }

    [Theory]
    [MemberData(nameof(Pairs))]
    public async Task Client_TwoThingsAtOnce_LosesNoMessageUncounted(string kind, string one, string other)
    {
        var time = Stopwatch.StartNew();
        for (int round = 0; round < 500 && time.Elapsed < s_each; round++)
        {
            var server = new ScriptedServer
            {
                OnAttempt = static (attempt, _) => attempt % 3 == 1 ? ScriptedServer.Refuse(attempt, default) : Task.CompletedTask,
            };
            var options = new ConnectionOptions
            {
                ReconnectDelay = TimeSpan.Zero,
                CloseTimeout = TimeSpan.FromSeconds(30),
                Unsent = round % 2 == 0 ? UnsentMessages.Keep : UnsentMessages.Lose,
            };
            var client = new ClientUnderTest(kind, options, server.Connect);
            await client.Start();
            client.Send("before");

            await AtOnce(Act(one), Act(other));
            await client.DisposeAsync().AsTask().WaitAsync(Wait.Patience);

            Assert.Equal(client.Outbox.Accepted, client.Outbox.Sent + client.Outbox.Lost);
            Assert.Equal(client.Outbox.Sent, server.Sockets.Sum(static socket => socket.Sent.Length));
            Assert.Equal(client.Connections, client.Disconnections.Length);
            Assert.All(client.Disconnections.SkipLast(1), static why => Assert.True(why.WillReconnect));
            Assert.All(server.Sockets, static socket => Assert.Null(socket.Misuse));
            Assert.Equal(ClientState.Closed, client.State);

            Func<Task> Act(string what) => what switch
            {
                "close" => () => client.Close(WebSocketCloseStatus.NormalClosure),
                "dispose" => () => client.DisposeAsync().AsTask(),
                "peer closes" => () => With(server.Sockets[^1], static socket => socket.PeerCloses(WebSocketCloseStatus.NormalClosure)),
                "breaks" => () => With(server.Sockets[^1], static socket => socket.Break()),
                _ => () => With(client, static client =>
                {
                    for (int i = 0; i < 20; i++)
                        client.Send($"{i}");
                }),
            };
        }
    }

    [Theory]
    [InlineData(1, 1000)]
    [InlineData(100, 1)]
    public async Task WaitForRoom_ManySendersThatCollide_NobodyWaitsForEver(int capacity, int bytes)
    {
        var outbox = new PooledOutbox(new OutboxOptions { Capacity = capacity, MaxBytes = bytes });
        using var socket = new ScriptedWebSocket();
        using var stopping = new CancellationTokenSource();
        Task sending = Task.Run(() => outbox.SendAsync(socket, stopping.Token));
        long accepted = 0;
        long most = 0;
        var time = Stopwatch.StartNew();
        Task[] senders = [.. Enumerable.Range(0, 4).Select(_ => Task.Run(async () =>
        {
            for (int i = 0; i < 20_000 && time.Elapsed < 2 * s_each; i++)
            {
                while (!outbox.SendText("1"))
                    Assert.True(await outbox.WaitForRoomAsync().AsTask().WaitAsync(Wait.Patience));

                Interlocked.Increment(ref accepted);
                most = Math.Max(most, outbox.WaitingBytes);
            }
        }))];
        await Task.WhenAll(senders).WaitAsync(Wait.Patience);
        await Wait.Until(() => outbox.Waiting == 0);
        await stopping.CancelAsync();
        await sending;

        Assert.Equal((accepted, accepted, 0), (outbox.Accepted, outbox.Sent, outbox.WaitingBytes));
        Assert.InRange(most, 1, Math.Min(capacity, bytes) + 1 + 4); // one is being sent, four check
    }

    private static async Task AtOnce(params Func<Task>[] acts)
    {
        using var barrier = new Barrier(acts.Length);
        await Task.WhenAll(acts.Select(act => Task.Factory.StartNew(
            () =>
            {
                barrier.SignalAndWait();
                return act();
            },
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default).Unwrap())).WaitAsync(Wait.Patience);
    }

    private static Task With<T>(T what, Action<T> act)
    {
        act(what);
        return Task.CompletedTask;
    }
}
