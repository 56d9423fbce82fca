using System.Net.WebSockets;
using WebSockets.Client.Connections;

namespace Pooling.WebSockets.Client;

/// <summary>Tests the waiting messages at all ends of a connection. Each accepted message is sent, kept or counted as lost.</summary>
public sealed class UnsentMessagesTests
{
    private static readonly TimeSpan s_second = TimeSpan.FromSeconds(1);
    private static readonly string[] s_texts = ["one", "two", "three"];

    private readonly ManualClock _clock = new();
    private readonly ScriptedServer _server = new();
    private readonly ConnectionOptions _options;

    public UnsentMessagesTests()
    {
        _options = new ConnectionOptions
        {
            TimeProvider = _clock,
            ReconnectDelay = 10 * s_second, // Pass may advance once more than a test waits for
            SendTimeout = TimeSpan.FromDays(20),
        };
        _server.Create = static number => new ScriptedWebSocket
        {
            // The first peer receives one message, and no more.
            OnSend = text => number == 0 && text != "one" ? Task.Delay(Timeout.Infinite) : Task.CompletedTask,
        };
    }

    public static TheoryData<string, DisconnectReason, UnsentMessages> Ends
    {
        get
        {
            var ends = new TheoryData<string, DisconnectReason, UnsentMessages>();
            foreach (string kind in (string[])[ClientUnderTest.Before, ClientUnderTest.Pooled])
            {
                for (DisconnectReason end = DisconnectReason.Lost; end <= DisconnectReason.ProtocolError; end++)
                {
                    if (end == DisconnectReason.ClosedByUser)
                        continue;

                    ends.Add(kind, end, UnsentMessages.Keep);
                    ends.Add(kind, end, UnsentMessages.Lose);
                }
            }

            return ends;
        }
    }

    public static TheoryData<string> Kinds { get; } = [ClientUnderTest.Before, ClientUnderTest.Pooled];

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task Connection_EndsInAnyWay_KeepsOrCountsWhatWaits(string kind, DisconnectReason end, UnsentMessages unsent)
    {
        await using ClientUnderTest client = Create(kind, OptionsFor(end) with { Unsent = unsent });
        await SendAll(client);

        Let(end, _server.Sockets[0]);
        await Pass(() => client.Disconnections.Length > 0);

        Disconnection why = client.Disconnections[0];
        long lost = unsent == UnsentMessages.Lose ? 2 : 0;
        Assert.Equal((end, true, lost), (why.Reason, why.WillReconnect, why.Lost));
        Assert.Equal((1, lost), (client.Outbox.Sent, client.Outbox.Lost));
        Assert.True(client.Send("four"));
        // Only until it connects: the next connection has timeouts, too.
        await Pass(() => client.Outbox.Waiting == 0, () => client.State == ClientState.Waiting);
        Assert.Equal((4, 4 - lost, lost), (client.Outbox.Accepted, client.Outbox.Sent, client.Outbox.Lost));
        Assert.Equal(lost == 0 ? ["two", "three", "four"] : ["four"], _server.Sockets[1].Sent);
    }

    [Theory]
    [MemberData(nameof(Ends))]
    public async Task Connection_EndsAndIsTheLast_CountsWhatWaits(string kind, DisconnectReason end, UnsentMessages unsent)
    {
        ConnectionOptions options = OptionsFor(end) with { Unsent = unsent, ShouldReconnect = static _ => false };
        await using ClientUnderTest client = Create(kind, options);
        bool isTaken = true;
        client.OnDisconnected = _ => isTaken = client.Send("too late");
        await SendAll(client);

        Let(end, _server.Sockets[0]);
        await Pass(() => client.State == ClientState.Closed);

        Disconnection why = Assert.Single(client.Disconnections);
        Assert.Equal((end, false, 2), (why.Reason, why.WillReconnect, why.Lost));
        Assert.False(isTaken);
        Assert.Equal((3, 1, 2), (client.Outbox.Accepted, client.Outbox.Sent, client.Outbox.Lost));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Dispose_MessagesWait_CountsThem(string kind)
    {
        ClientUnderTest client = Create(kind, _options);
        await SendAll(client);

        Task disposing = client.DisposeAsync().AsTask();
        await Pass(() => disposing.IsCompleted);

        Disconnection why = Assert.Single(client.Disconnections);
        Assert.Equal((DisconnectReason.ClosedByUser, 2), (why.Reason, why.Lost));
        Assert.Equal((3, 1, 2), (client.Outbox.Accepted, client.Outbox.Sent, client.Outbox.Lost));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Close_BetweenConnections_CountsWhatWaits(string kind)
    {
        await using ClientUnderTest client = Create(kind, _options);
        await SendAll(client);
        _server.OnAttempt = ScriptedServer.Refuse;
        _server.Sockets[0].Break();
        await Pass(() => _server.Attempts > 2); // and still tries to connect
        Assert.Equal((1, 0), (client.Outbox.Sent, client.Outbox.Lost));

        await client.Close(WebSocketCloseStatus.NormalClosure).WaitAsync(Wait.Patience);

        Assert.Equal((3, 1, 2), (client.Outbox.Accepted, client.Outbox.Sent, client.Outbox.Lost));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public async Task Connection_ClosedByPeerWhileMessagesCome_SendsEachOnce(string kind)
    {
        _server.Create = static _ => new ScriptedWebSocket();
        for (int round = 0; round < 50; round++)
        {
            await using var client = new ClientUnderTest(
                kind, new ConnectionOptions { ReconnectDelay = TimeSpan.Zero }, _server.Connect);
            int number = _server.Sockets.Length;
            await client.Start();
            ScriptedWebSocket socket = _server.Sockets[number];
            Task sending = Task.Run(() =>
            {
                for (int i = 0; i < 500; i++)
                    client.Send($"{i}");
            });
            socket.PeerCloses(WebSocketCloseStatus.NormalClosure);
            await Wait.Until(() => client.Connections > 1 && sending.IsCompleted && client.Outbox.Waiting == 0);

            Assert.Equal(client.Outbox.Accepted, _server.Sockets[number..].Sum(static one => one.Sent.Length));
        }
    }

    private static void Let(DisconnectReason end, ScriptedWebSocket socket)
    {
        switch (end)
        {
            case DisconnectReason.Lost:
                socket.Break();
                break;

            case DisconnectReason.ClosedByPeer:
                socket.PeerCloses((WebSocketCloseStatus)4000, "enough");
                break;

            case DisconnectReason.MessageTooLong:
                socket.Text(new string('x', 1001));
                break;

            case DisconnectReason.ProtocolError:
                socket.Break(WebSocketError.Faulted);
                break;
        }
    }

    private ConnectionOptions OptionsFor(DisconnectReason end) => end switch
    {
        DisconnectReason.Inactive => _options with { InactivityTimeout = TimeSpan.FromMinutes(1) },
        DisconnectReason.SendTimedOut => _options with { SendTimeout = TimeSpan.FromMinutes(1) },
        _ => _options,
    };

    private ClientUnderTest Create(string kind, ConnectionOptions options) => new(kind, options, _server.Connect, maxMessageSize: 1000);

    private async Task SendAll(ClientUnderTest client)
    {
        await client.Start();
        foreach (string text in s_texts)
            Assert.True(client.Send(text));

        await Wait.Until(() => client.Outbox is { Sent: 1, IsSending: true });
    }

    /// <summary>Advances the time until a condition is true.</summary>
    /// <param name="condition">The condition.</param>
    /// <param name="mayPass">Whether the time may be advanced now; <see langword="null"/> for always.</param>
    private Task Pass(Func<bool> condition, Func<bool>? mayPass = null) => Wait.Until(() =>
    {
        if (condition())
            return true;

        if (mayPass?.Invoke() != false)
            _clock.Advance(s_second);

        return false;
    });
}
