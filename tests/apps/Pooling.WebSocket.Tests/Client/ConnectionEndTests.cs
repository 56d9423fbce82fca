using System.Net.WebSockets;
using WebSockets.Client.Connections;

namespace Pooling.WebSockets.Client;

/// <summary>Tests the ends of clients: closed or disposed, in every state and in races.</summary>
public sealed class ConnectionEndTests
{
    private static readonly TimeSpan s_second = TimeSpan.FromSeconds(1);

    private readonly ManualClock _clock = new();
    private readonly ScriptedServer _server = new();
    private readonly ConnectionOptions _options;

    public ConnectionEndTests() => _options = new ConnectionOptions
    {
        TimeProvider = _clock,
        CloseTimeout = 2 * s_second,
    };

    public static TheoryData<string> Kinds { get; } = [ClientUnderTest.Before, ClientUnderTest.Pooled];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Close_Connected_SendsWhatWaitsAndTheCode(string kind)
    {
        await using ClientUnderTest client = Create(kind);
        await client.Start();
        for (int i = 0; i < 100; i++)
            client.Send($"{i}");

        await client.Close(WebSocketCloseStatus.EndpointUnavailable, "good bye").WaitAsync(Wait.Patience);

        ScriptedWebSocket socket = Assert.Single(_server.Sockets);
        Assert.Equal(Enumerable.Range(0, 100).Select(static i => $"{i}"), socket.Sent);
        Assert.Equal((WebSocketCloseStatus.EndpointUnavailable, "good bye"), (socket.SentClose, socket.SentCloseDescription));
        Disconnection why = Assert.Single(client.Disconnections);
        Assert.Equal(
            (DisconnectReason.ClosedByUser, WebSocketCloseStatus.EndpointUnavailable, false),
            (why.Reason, why.CloseStatus, why.WillReconnect));
        Assert.Equal(ClientState.Closed, client.State);
        Assert.False(client.Send("too late"));
        Assert.Equal((100, 0), (client.Outbox.Sent, client.Outbox.Lost));
        await Assert.ThrowsAsync<ObjectDisposedException>(client.Start);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Close_MessagesStillCome_AreReceived(string kind)
    {
        _server.Create = static _ => new ScriptedWebSocket { AnswersClose = false };
        await using ClientUnderTest client = Create(kind);
        await client.Start();
        Task closing = client.Close(WebSocketCloseStatus.NormalClosure);
        await Wait.Until(() => _server.Sockets[0].SentClose is not null);

        _server.Sockets[0].Text("one more");
        await Wait.Until(() => client.Messages.Length == 1);
        _server.Sockets[0].PeerCloses(WebSocketCloseStatus.NormalClosure);

        await closing.WaitAsync(Wait.Patience);
        Assert.Equal(["one more"], client.Messages);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Close_PeerDoesNotAnswer_EndsInTime(string kind)
    {
        _server.Create = static _ => new ScriptedWebSocket { AnswersClose = false };
        await using ClientUnderTest client = Create(kind);
        await client.Start();
        Task closing = client.Close(WebSocketCloseStatus.NormalClosure);
        await Wait.Until(() => _server.Sockets[0].SentClose is not null);
        Assert.False(closing.IsCompleted);

        _clock.Advance(2 * s_second);

        await closing.WaitAsync(Wait.Patience);
        Assert.Equal(DisconnectReason.ClosedByUser, Assert.Single(client.Disconnections).Reason);
    }

    [Theory]
    [InlineData(ClientUnderTest.Before, true)]
    [InlineData(ClientUnderTest.Pooled, true)]
    [InlineData(ClientUnderTest.Before, false)]
    [InlineData(ClientUnderTest.Pooled, false)]
    public async Task End_PeerTakesNothing_EndsInTimeAndLosesWhatWaits(string kind, bool sendsWhatWaits)
    {
        _server.Create = static _ => new ScriptedWebSocket { OnSend = static _ => Task.Delay(Timeout.Infinite) };
        await using ClientUnderTest client = Create(kind);
        await client.Start();
        client.Send("one");
        client.Send("two");
        await Wait.Until(() => client.Outbox.IsSending);
        Task ending = sendsWhatWaits ? client.Close(WebSocketCloseStatus.NormalClosure) : client.DisposeAsync().AsTask();
        if (sendsWhatWaits)
            _clock.Advance(2 * s_second); // for the waiting messages

        Assert.False(ending.IsCompleted);
        _clock.Advance(2 * s_second); // for the end itself

        await ending.WaitAsync(Wait.Patience);
        Assert.Equal((2, 0, 2), (client.Outbox.Accepted, client.Outbox.Sent, client.Outbox.Lost));
        Disconnection why = Assert.Single(client.Disconnections);
        Assert.Equal((DisconnectReason.ClosedByUser, false), (why.Reason, why.WillReconnect));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Dispose_Idle_LosesWhatWaits(string kind)
    {
        ClientUnderTest client = Create(kind);
        client.Send("text");

        await client.DisposeAsync();
        await client.DisposeAsync();

        Assert.Equal((ClientState.Closed, 1), (client.State, client.Outbox.Lost));
        await Assert.ThrowsAsync<ObjectDisposedException>(client.Start);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Dispose_Connecting_EndsAtOnce(string kind)
    {
        _server.OnAttempt = static (_, _) => Task.Delay(Timeout.Infinite); // ignores the token
        ClientUnderTest client = Create(kind);
        Task starting = client.Start();
        await Wait.Until(() => _server.Attempts == 1);

        await client.DisposeAsync().AsTask().WaitAsync(Wait.Patience);

        await Assert.ThrowsAsync<WebSocketException>(() => starting);
        Assert.Empty(client.Disconnections);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Dispose_Waiting_EndsAtOnce(string kind)
    {
        _server.OnAttempt = ScriptedServer.Refuse;
        ClientUnderTest client = Create(kind);
        Task starting = client.Start();
        await Wait.Until(() => client.State == ClientState.Waiting);

        await client.DisposeAsync().AsTask().WaitAsync(Wait.Patience);

        await Assert.ThrowsAsync<WebSocketException>(() => starting);
        Assert.Equal(1, _server.Attempts);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Dispose_FromACallback_EndsWithoutWaiting(string kind)
    {
        ClientUnderTest client = Create(kind);
        Task? disposing = null;
        client.OnMessage = _ => disposing = client.DisposeAsync().AsTask();
        await client.Start();
        _server.Sockets[0].Text("end");
        await Wait.Until(() => disposing is not null);

        await disposing!.WaitAsync(Wait.Patience);

        Assert.Equal(ClientState.Closed, client.State);
        Assert.Single(client.Disconnections);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Close_LongDescription_IsRefused(string kind)
    {
        await using ClientUnderTest client = Create(kind);
        await client.Start();

        await Assert.ThrowsAsync<ArgumentException>(() => client.Close(WebSocketCloseStatus.NormalClosure, new string('x', 124)));

        Assert.Equal(ClientState.Connected, client.State);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Dispose_RacedBySendsLossesAndCloses_AccountsForEveryMessage(string kind)
    {
        for (int round = 0; round < 30; round++)
        {
            var server = new ScriptedServer
            {
                Create = static number => new ScriptedWebSocket { AnswersClose = number % 2 == 0 },
                OnAttempt = static (attempt, _) => attempt % 3 == 2 ? ScriptedServer.Refuse(attempt, default) : Task.CompletedTask,
            };
            var options = new ConnectionOptions
            {
                ReconnectDelay = TimeSpan.Zero,
                CloseTimeout = TimeSpan.FromMilliseconds(50),
                Unsent = round % 2 == 0 ? UnsentMessages.Keep : UnsentMessages.Lose,
            };
            var client = new ClientUnderTest(kind, options, server.Connect);
            int afterTheEnd = 0;
            bool isDisposed = false;
            client.OnMessage = _ => afterTheEnd += Volatile.Read(ref isDisposed) ? 1 : 0;
            client.OnDisconnected = _ => afterTheEnd += Volatile.Read(ref isDisposed) ? 1 : 0;
            await client.Start();
            using var ending = new CancellationTokenSource();
            long accepted = 0;
            Task[] at = [Task.Run(Send), Task.Run(Send), Task.Run(Lose)];
            await Wait.Until(() => client.Connections > round % 4);

            Task closing = round % 3 == 0 ? client.Close(WebSocketCloseStatus.NormalClosure) : Task.CompletedTask;
            await Task.WhenAll(Task.Run(() => client.DisposeAsync().AsTask()), client.DisposeAsync().AsTask(), closing)
                .WaitAsync(Wait.Patience);
            Volatile.Write(ref isDisposed, true);
            await ending.CancelAsync();
            await Task.WhenAll(at);

            Assert.Equal(accepted, client.Outbox.Accepted);
            Assert.Equal(client.Outbox.Accepted, client.Outbox.Sent + client.Outbox.Lost);
            Assert.Equal(client.Outbox.Sent, server.Sockets.Sum(static socket => socket.Sent.Length));
            Assert.Equal(client.Connections, client.Disconnections.Length);
            Assert.All(server.Sockets, static socket => Assert.Null(socket.Misuse));
            Assert.All(server.Sockets, static socket => Assert.True(socket.IsDisposed));
            Assert.Equal((ClientState.Closed, 0), (client.State, afterTheEnd));

            void Send()
            {
                for (int i = 0; !ending.IsCancellationRequested; i++)
                {
                    if (client.Outbox.Waiting < 100 && client.Send($"{i}"))
                        Interlocked.Increment(ref accepted);
                }
            }

            void Lose()
            {
                for (int i = 0; !ending.IsCancellationRequested; i++)
                {
                    if (server.Sockets is not [.., { } last])
                        continue;

                    last.Text("text");
                    if (i % 2 == 0)
                        last.Break();
                    else
                        last.PeerCloses(WebSocketCloseStatus.EndpointUnavailable);

                    Thread.Yield();
                }
            }
        }
    }

    private ClientUnderTest Create(string kind) => new(kind, _options, _server.Connect);
}
