using System.Diagnostics;
using System.Net.Sockets;
using Pooling.GameServer.Bots;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Hosting;

/// <summary>Tests clients that are silent, too slow, or send too much, on every server of the sample.</summary>
public sealed class SlowClientTests : ServerTest
{
    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Silence_OfAPlayer_EndsItWithAReason(string kind)
    {
        Start(kind, TestLimits.Patient with { Silence = TimeSpan.FromSeconds(1) });
        Bot bot = await Connect(1);

        await Wait.Until(() => bot.HasEnded);

        Assert.Equal(DisconnectReason.Timeout, bot.Reason);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Silence_BeforeTheHandshake_EndsTheConnection(string kind)
    {
        Start(kind, TestLimits.Patient with { Hello = TimeSpan.FromSeconds(1) });
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(Host.EndPoint);

        using var stream = new NetworkStream(socket);
        using var received = new MemoryStream();
        await stream.CopyToAsync(received); // to the end of the connection

        received.Position = 0;
        Packet packet = Packet.Parser.ParseDelimitedFrom(received);
        Assert.Equal((Opcode.Disconnect, PacketFlags.Clear), (packet.Header.Type, packet.Header.Flags));
        Assert.Equal(DisconnectReason.Timeout, Disconnect.Parser.ParseFrom(packet.Payload).Reason);
        Assert.Equal(received.Length, received.Position);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Reliable_MorePacketsThanMayWait_EndsTheSlowClient(string kind)
    {
        Start(kind, TestLimits.Patient with { OutboundReliable = 3 });
        for (int i = 1; i <= 60 && SlowClients() == 0; i++)
        {
            try
            {
                await Connect(i);
            }
            catch (IOException)
            {
                // Refused before it knows that it is in the world: then it is immediately sent everything that it sees.
            }
        }

        await Wait.Until(() => SlowClients() > 0 && Bots.Exists(static bot => bot.HasEnded));

        long SlowClients() => Host.Server.Counters.Disconnects(DisconnectReason.SlowClient);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Flood_OfInputs_EndsItsSenderAlone(string kind)
    {
        Start(kind, TestLimits.Patient with { CommandsPerTick = 5, CommandsAtOnce = 5, Inbound = 20 });
        Bot good = await Connect(1);
        Bot bad = await Connect(2);

        for (var time = Stopwatch.StartNew(); !bad.HasEnded && time.Elapsed < Wait.Patience;)
            bad.SendInput();

        Assert.True(bad.HasEnded);
        await Wait.Until(() => Host.Server.Counters.Disconnects(DisconnectReason.Flooding) == 1);
        good.SendInput();
        await Wait.Until(() => good.Counters.Acks == 1);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Silence_WithPartsOfAPacket_EndsThePlayer(string kind)
    {
        Start(kind, TestLimits.Patient with { Silence = TimeSpan.FromSeconds(1) });
        Bot bot = await Connect(1);

        for (int i = 0; i < 100 && !bot.HasEnded; i++)
        {
            bot.SendPart(isFirst: i == 0);
            await Task.Delay(100);
        }

        await Wait.Until(() => bot.HasEnded);
        Assert.Equal(DisconnectReason.Timeout, bot.Reason);
    }

    [Theory]
    [InlineData(nameof(ServerKind.Before))]
    [InlineData(nameof(ServerKind.Pooled))]
    public async Task Write_ToAPlayerWhoDoesNotRead_EndsItAloneNotifiesItAndLeavesNothing(string kind)
    {
        Start(kind, TestLimits.Patient with
        {
            Write = TimeSpan.FromSeconds(3), // the Farewell is longer
            SendBuffer = 4096,
            ChatPerSecond = int.MaxValue,
            ChatPerTick = 1000,
            ChatPacketsPerTick = int.MaxValue,
            ChatWaiting = 1 << 17,
            OutboundReliable = 1_000_000,
        });
        Bot loud = await Connect(1);
        Bot deaf = await Connect(2);
        using var blocked = new ManualResetEventSlim();
        deaf.OnChatMessage = _ => blocked.Wait();

        string text = new('x', ProtocolLimits.ChatText);
        int sent = 0;
        for (; sent < 100_000 && Host.Server.Players == 2; sent++)
        {
            loud.SendChat(text);
            if (sent % 20 == 0 || sent > 2000)
                await Task.Delay(10);
        }

        blocked.Set(); // so that it reads, but too late
        Assert.Equal(1, Host.Server.Counters.Disconnects(DisconnectReason.SlowClient));
        await Wait.Until(() => deaf.HasEnded);
        Assert.Equal(DisconnectReason.SlowClient, deaf.Reason);
        await Wait.Until(() => Host.Server.Connections == 1);
        await Wait.Until(() => loud.Counters.ChatsReceived == sent && !loud.HasEnded);
        Assert.Equal(0, loud.Counters.ChatGaps);
        await loud.Leave();
        await Wait.Until(() => Host.Server is { Players: 0, Connections: 0, Tasks: 0 });
    }
}
