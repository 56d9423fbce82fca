using System.Net.WebSockets;
using WebSockets.Client.Connections;

namespace Pooling.WebSockets.Client;

/// <summary>Tests the life cycle of connections for both clients: losses, their reasons, and the handling of messages.</summary>
public sealed class ConnectionLoopTests
{
    private static readonly TimeSpan s_second = TimeSpan.FromSeconds(1);

    private readonly ManualClock _clock = new();
    private readonly ScriptedServer _server = new();
    private readonly ConnectionOptions _options;

    public ConnectionLoopTests() => _options = new ConnectionOptions
    {
        TimeProvider = _clock,
        ReconnectDelay = s_second,
        MaxReconnectDelay = 5 * s_second,
    };

    public static TheoryData<string> Kinds { get; } = [ClientUnderTest.Before, ClientUnderTest.Pooled];

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Start_ServerAnswers_MessagesGoBothWays(string kind)
    {
        await using ClientUnderTest client = Create(kind);
        Assert.Equal(ClientState.Idle, client.State);
        Assert.True(client.Send("before there is a connection"));

        await client.Start();
        Assert.Equal(ClientState.Connected, client.State);
        client.Send("after");
        _server.Sockets[0].Text("hello");
        _server.Sockets[0].Text("again");

        await Wait.Until(() => client.Messages.Length == 2 && client.Outbox.Sent == 2);
        Assert.Equal(["hello", "again"], client.Messages);
        Assert.Equal(["before there is a connection", "after"], _server.Sockets[0].Sent);
        await Assert.ThrowsAsync<InvalidOperationException>(client.Start);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Start_AttemptsFail_WaitsLongerEachTime(string kind)
    {
        _server.OnAttempt = ScriptedServer.Refuse;
        await using ClientUnderTest client = Create(kind);
        Task starting = client.Start();

        foreach (double seconds in (double[])[1, 2, 4, 5, 5])
            Assert.InRange(await NextAttempt(client), 0.74 * seconds, 1.26 * seconds);

        Assert.Equal(5, _server.Attempts - 1);
        Assert.Equal(0, client.Connections);
        _server.OnAttempt = static (_, _) => Task.CompletedTask;
        await NextAttempt(client);
        await starting;
        Assert.Empty(client.Disconnections); // there was no connection to lose
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Reconnect_ConnectionsThatDoNotLast_WaitsLongerEachTime(string kind)
    {
        await using ClientUnderTest client = Create(kind, _options with { StableAfter = 10 * s_second });
        await client.Start();
        foreach ((double lasted, double seconds) in ((double, double)[])[(0, 1), (9, 2), (1, 4), (10, 1), (0, 2)])
        {
            await Wait.Until(() => client.State == ClientState.Connected);
            _clock.Advance(TimeSpan.FromSeconds(lasted));
            _server.Sockets[^1].Break();

            Assert.InRange(await NextAttempt(client), 0.74 * seconds, 1.26 * seconds);
        }
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Reconnect_TenThousandTimes_TakesNoStack(string kind)
    {
        _server.OnAttempt = static (attempt, _) => attempt < 10_000 ? ScriptedServer.Refuse(attempt, default) : Task.CompletedTask;
        await using ClientUnderTest client = Create(kind, _options with { ReconnectDelay = TimeSpan.Zero });

        await client.Start();

        Assert.Equal(10_001, _server.Attempts);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Connect_TakesTooLong_IsGivenUpAndItsSocketDisposed(string kind)
    {
        var late = new TaskCompletionSource();
        _server.OnAttempt = (attempt, _) => attempt == 0 ? late.Task : Task.CompletedTask; // ignores the token
        await using ClientUnderTest client = Create(kind, _options with { ConnectTimeout = 3 * s_second });
        Task starting = client.Start();
        await Wait.Until(() => _server.Attempts == 1 && _clock.Pending.Length == 1);

        _clock.Advance(3 * s_second);
        await NextAttempt(client);
        await starting;
        late.SetResult();

        await Wait.Until(() => _server.Sockets.Length == 2 && _server.Sockets[1].IsDisposed);
        Assert.False(_server.Sockets[0].IsDisposed);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Connected_PeerCloses_ReportsItsCodeAndSendsItBack(string kind)
    {
        await using ClientUnderTest client = Create(kind);
        await client.Start();

        _server.Sockets[0].PeerCloses((WebSocketCloseStatus)4001, "maintenance");
        await NextAttempt(client);

        Assert.Equal(
            [new Disconnection(DisconnectReason.ClosedByPeer, (WebSocketCloseStatus)4001, "maintenance", null, WillReconnect: true)],
            client.Disconnections);
        Assert.Equal((WebSocketCloseStatus)4001, _server.Sockets[0].SentClose);
        Assert.True(_server.Sockets[0].IsDisposed);
        await Wait.Until(() => client is { State: ClientState.Connected, Connections: 2 });
    }

    [Theory]
    [InlineData(ClientUnderTest.Before, WebSocketError.ConnectionClosedPrematurely, DisconnectReason.Lost)]
    [InlineData(ClientUnderTest.Pooled, WebSocketError.ConnectionClosedPrematurely, DisconnectReason.Lost)]
    [InlineData(ClientUnderTest.Before, WebSocketError.Faulted, DisconnectReason.ProtocolError)]
    [InlineData(ClientUnderTest.Pooled, WebSocketError.Faulted, DisconnectReason.ProtocolError)]
    public async Task Connected_ConnectionBreaks_ReportsOnceAndConnectsAgain(string kind, WebSocketError error, DisconnectReason reason)
    {
        await using ClientUnderTest client = Create(kind);
        await client.Start();
        _server.Sockets[0].Text("half", end: false);

        _server.Sockets[0].Break(error);
        await NextAttempt(client);
        await Wait.Until(() => client.Connections == 2);
        _server.Sockets[1].Text("whole");
        await Wait.Until(() => client.Messages.Length == 1);

        Assert.Equal(["whole"], client.Messages);
        Disconnection why = Assert.Single(client.Disconnections);
        Assert.Equal((reason, true), (why.Reason, why.WillReconnect));
        Assert.IsType<WebSocketException>(why.Error);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Connected_SendBreaksAndThePeerHasClosed_ReportsThePeersReason(string kind)
    {
        await using ClientUnderTest client = Create(kind);
        _server.Create = static _ =>
        {
            var socket = new ScriptedWebSocket();
            socket.OnSend = _ =>
            {
                socket.PeerCloses(WebSocketCloseStatus.PolicyViolation, "too many");
                return Task.FromException(new WebSocketException(WebSocketError.ConnectionClosedPrematurely));
            };
            return socket;
        };
        await client.Start();

        client.Send("one too many");
        await Wait.Until(() => client.Disconnections.Length == 1);

        Assert.Equal(DisconnectReason.ClosedByPeer, client.Disconnections[0].Reason);
        Assert.Equal((WebSocketCloseStatus.PolicyViolation, "too many"),
            (client.Disconnections[0].CloseStatus, client.Disconnections[0].CloseDescription));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Connected_MessageTooLong_NotifiesThePeerAndConnectsAgain(string kind)
    {
        await using ClientUnderTest client = Create(kind, _options, maxMessageSize: 1000);
        await client.Start();
        _server.Sockets[0].Text(new string('x', 1000));
        _server.Sockets[0].Text(new string('x', 1001));
        await NextAttempt(client);

        Assert.Single(client.Messages);
        Disconnection why = Assert.Single(client.Disconnections);
        Assert.Equal((DisconnectReason.MessageTooLong, WebSocketCloseStatus.MessageTooBig), (why.Reason, why.CloseStatus));
        Assert.Equal(WebSocketCloseStatus.MessageTooBig, _server.Sockets[0].SentClose);
    }

    [Fact]
    public async Task Connected_TextIsNone_NotifiesThePeerAndConnectsAgain()
    {
        await using ClientUnderTest client = Create(ClientUnderTest.Pooled, _options);
        await client.Start();
        _server.Sockets[0].Text("text");
        _server.Sockets[0].Part(WebSocketMessageType.Text, [0xC3], end: false);
        _server.Sockets[0].Part(WebSocketMessageType.Text, []);
        await NextAttempt(client);

        Assert.Equal(["text"], client.Messages);
        Disconnection why = Assert.Single(client.Disconnections);
        Assert.Equal((DisconnectReason.ProtocolError, WebSocketCloseStatus.InvalidPayloadData), (why.Reason, why.CloseStatus));
        Assert.Equal(WebSocketCloseStatus.InvalidPayloadData, _server.Sockets[0].SentClose);
    }

    [Theory]
    [InlineData(ClientUnderTest.Before, UnsentMessages.Keep)]
    [InlineData(ClientUnderTest.Pooled, UnsentMessages.Keep)]
    [InlineData(ClientUnderTest.Before, UnsentMessages.Lose)]
    [InlineData(ClientUnderTest.Pooled, UnsentMessages.Lose)]
    public async Task ConnectionLost_MessagesWait_AreKeptOrLost(string kind, UnsentMessages unsent)
    {
        var stuck = new TaskCompletionSource();
        _server.Create = number => new ScriptedWebSocket
        {
            OnSend = text => number == 0 && text == "two" ? stuck.Task : Task.CompletedTask,
        };
        await using ClientUnderTest client = Create(kind, _options with { Unsent = unsent });
        await client.Start();
        foreach (string text in (string[])["one", "two", "three"])
            client.Send(text);

        await Wait.Until(() => client.Outbox is { Sent: 1, IsSending: true });
        stuck.SetException(new WebSocketException(WebSocketError.ConnectionClosedPrematurely));
        _server.Sockets[0].Break();
        await Wait.Until(() => client.Disconnections.Length == 1);
        client.Send("four");
        await NextAttempt(client);

        long expected = unsent == UnsentMessages.Keep ? 4 : 2;
        await Wait.Until(() => client.Outbox.Sent == expected);
        Assert.Equal(4 - expected, client.Outbox.Lost);
        Assert.Equal(["one"], _server.Sockets[0].Sent);
        Assert.Equal(unsent == UnsentMessages.Keep ? ["two", "three", "four"] : ["four"], _server.Sockets[1].Sent);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Connected_NothingComes_IsInactive(string kind)
    {
        await using ClientUnderTest client = Create(kind, _options with { InactivityTimeout = 4 * s_second });
        await client.Start();
        for (int second = 0; second < 20; second++) // something is received
        {
            _server.Sockets[0].Text("still here");
            await Wait.Until(() => client.Messages.Length == second + 1);
            await Wait.Until(() => _clock.Pending.Length == 1);
            _clock.Advance(s_second);
        }

        Assert.Empty(client.Disconnections);
        for (int second = 0; second < 5; second++) // and then nothing
        {
            await Wait.Until(() => _clock.Pending.Length == 1);
            _clock.Advance(s_second);
        }

        await Wait.Until(() => client.Disconnections.Length == 1);
        Assert.Equal(DisconnectReason.Inactive, client.Disconnections[0].Reason);
        Assert.True(_server.Sockets[0].IsDisposed);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Connected_PeerTakesNothing_IsLeft(string kind)
    {
        _server.Create = static number => new ScriptedWebSocket
        {
            OnSend = number == 0 ? static _ => Task.Delay(Timeout.Infinite) : static _ => Task.CompletedTask,
        };
        ConnectionOptions options = _options with { SendTimeout = 4 * s_second, ReconnectDelay = 5 * s_second };
        await using ClientUnderTest client = Create(kind, options);
        await client.Start();
        for (int second = 0; second < 20; second++) // sending nothing is not an error
        {
            await Wait.Until(() => _clock.Pending.Length == 1);
            _clock.Advance(s_second);
        }

        client.Send("text");
        await Wait.Until(() => client.Outbox.IsSending);
        Assert.Empty(client.Disconnections);
        for (int second = 0; second < 6 && client.Disconnections.Length == 0; second++)
        {
            _clock.Advance(s_second);
            await Wait.Until(() => _clock.Pending.Length == 1 || client.Disconnections.Length == 1);
        }

        await Wait.Until(() => client.Disconnections.Length == 1);
        Assert.Equal(DisconnectReason.SendTimedOut, client.Disconnections[0].Reason);
        await NextAttempt(client);
        await Wait.Until(() => client.Outbox.Sent == 1);
        Assert.Equal(["text"], _server.Sockets[1].Sent);
    }

    [Fact] // an observer of the other client receives no more messages once it has thrown
    public async Task Connected_HandlersThrow_Continues()
    {
        await using ClientUnderTest client = Create(ClientUnderTest.Pooled);
        client.OnMessage = static _ => throw new InvalidOperationException();
        client.OnDisconnected = static _ => throw new InvalidOperationException();
        await client.Start();
        _server.Sockets[0].Text("one");
        _server.Sockets[0].Text("two");
        await Wait.Until(() => client.Messages.Length == 2);
        _server.Sockets[0].Break();

        await NextAttempt(client);

        await Wait.Until(() => client.Connections == 2);
        Assert.Equal(3, client.HandlerFaults);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task ShouldReconnect_SaysNo_Ends(string kind)
    {
        await using ClientUnderTest client = Create(
            kind, _options with { ShouldReconnect = static why => why.CloseStatus != WebSocketCloseStatus.PolicyViolation });
        await client.Start();
        _server.Sockets[0].PeerCloses(WebSocketCloseStatus.NormalClosure);
        await NextAttempt(client);
        await Wait.Until(() => client.Connections == 2);

        _server.Sockets[1].PeerCloses(WebSocketCloseStatus.PolicyViolation);

        await Wait.Until(() => client.State == ClientState.Closed);
        Assert.Equal([true, false], client.Disconnections.Select(static why => why.WillReconnect));
        Assert.False(client.Send("too late"));
    }

    private ClientUnderTest Create(string kind, ConnectionOptions? options = null, int maxMessageSize = 1 << 20) =>
        new(kind, options ?? _options, _server.Connect, maxMessageSize);

    /// <summary>Waits until the client waits for its next attempt, and advances the time.</summary>
    /// <returns>The time that it would have waited, in seconds.</returns>
    private async Task<double> NextAttempt(ClientUnderTest client)
    {
        await Wait.Until(() => client.State == ClientState.Waiting && _clock.Pending.Length == 1);
        TimeSpan wait = _clock.Pending[0];
        int attempts = _server.Attempts;
        _clock.Advance(wait);
        await Wait.Until(() => _server.Attempts > attempts);
        return wait.TotalSeconds;
    }
}
