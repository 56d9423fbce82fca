using System.Net.Sockets;

namespace Pooling.GameServer.Hosting;

/// <summary>A game server without its listener and its tick loop. <c>Before/</c> and <c>After/</c> implement it differently.</summary>
internal interface IGameServer
{
    string Name { get; }

    ServerLimits Limits { get; }

    ServerCounters Counters { get; }

    /// <summary>The number of players in the world.</summary>
    int Players { get; }

    /// <summary>The number of connections, including those that have not logged in.</summary>
    int Connections { get; }

    /// <summary>The number of running receiving and sending loops.</summary>
    int Tasks { get; }

    /// <summary>The number of items that are rented from the pools of the server; 0 if it has none.</summary>
    Outstanding Outstanding { get; }

    /// <summary>Accepts a new connection, which then belongs to the server.</summary>
    void Accept(Socket socket);

    /// <summary>Advances the world. Called by one thread.</summary>
    /// <param name="number">The number of the tick, from 0.</param>
    void Tick(long number);

    /// <summary>Notifies every connection that the server ends, after the last tick, and closes it.</summary>
    Task Stop();
}
