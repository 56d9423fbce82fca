using System.Collections.Concurrent;
using System.Net.Sockets;
using Google.Protobuf;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Sessions;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Before;

/// <summary>The server that uses the techniques of other projects as published: objects, locks, streams, arrays and reflection.</summary>
internal sealed partial class BeforeServer : IGameServer
{
    private readonly ConcurrentQueue<BeforeConnection> _joins = new();
    private readonly SessionList _sessions;
    private readonly PlayerList<BeforeConnection> _players;

    public BeforeServer(ServerLimits? limits = null)
    {
        Limits = limits ?? new ServerLimits();
        Handlers = new BeforeHandlers(this);
        _chatBudget = new ChatBudget(Limits.ChatPerTick, Limits.ChatPacketsPerTick);
        _sessions = new SessionList(Limits, Counters);
        _players = new PlayerList<BeforeConnection>(Limits, _sessions);
    }

    public string Name => "before";

    public ServerLimits Limits { get; }

    public ServerCounters Counters { get; } = new();

    public int Players => _players.Count;

    public int Connections => _sessions.Count;

    public int Tasks => _sessions.Tasks;

    public Outstanding Outstanding => default;

    public BeforeDispatcher Dispatcher { get; } = new();

    public BeforeHandlers Handlers { get; }

    public void Accept(Socket socket)
    {
        if (_sessions.Open(socket) is { } session)
            _sessions.Run(session, new BeforeConnection(this, session));
    }

    /// <summary>Notifies the tick thread that a client has logged in. Any thread.</summary>
    public void Post(BeforeConnection player) => _joins.Enqueue(player);

    public void Tick(long number)
    {
        TakeLeaves(Limits.JoinsPerTick);
        TakeJoins();
        HandleCommands();
        HandOnChat();
        LookAround(number);
        if (number % WorldRules.BroadcastTicks == 0)
            Broadcast();

        if (number % WorldRules.TicksPerSecond == 0)
            EndLate();

        int turns = WorldRules.SendTurns(_players.Count);
        foreach (BeforeConnection player in _players.Playing)
        {
            if (turns == 1 || (player.Entity!.Id + number) % turns == 0)
                player.Flush();
        }

        _players.FinishLeaving();
    }

    public async Task Stop()
    {
        _sessions.EndAll(DisconnectReason.Shutdown);
        TakeLeaves(int.MaxValue);
        while (_players.IsAnyLeaving) // for slightly more than a second
        {
            _sessions.EndLate();
            _players.FinishLeaving();
            await Task.Delay(10).ConfigureAwait(false);
        }

        await _sessions.Stop().ConfigureAwait(false);
    }

    private void TakeJoins()
    {
        for (int i = 0; i < Limits.JoinsPerTick && _joins.TryDequeue(out BeforeConnection? player); i++)
        {
            if (_players.TryJoin(player, out uint entity))
                Enter(player, entity);
        }
    }

    private void TakeLeaves(int most)
    {
        int from = _players.Playing.Count;
        for (int i = 0; i < most && _players.TryTakeEnded(ref from, out BeforeConnection? player); i++)
            Leave(player!);
    }

    private void EndLate()
    {
        _sessions.EndLate();
        _players.EndSlow(static player => player.WritingSince);
    }

    private static void Send(BeforeConnection player, ushort type, IMessage message) =>
        player.Add(new BeforePacket(type, BeforeWriter.Encode(message)));
}
