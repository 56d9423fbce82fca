using System.Net.Sockets;

namespace Pooling.GameServer.Hosting;

/// <summary>A game server without its listener and its clock: what <c>Before/</c> and <c>After/</c> do differently.</summary>
internal interface IGameServer
{
    string Name { get; }

    ServerLimits Limits { get; }

    ServerCounters Counters { get; }

    /// <summary>The players in the world.</summary>
    int Players { get; }

    /// <summary>The connections, with those that have not logged in.</summary>
    int Connections { get; }

    /// <summary>The receiving and sending loops that have not ended.</summary>
    int Tasks { get; }

    /// <summary>What it holds of its pools; nothing if it has none.</summary>
    Outstanding Outstanding { get; }

    /// <summary>Takes a new connection, which is the server's own from now on.</summary>
    void Accept(Socket socket);

    /// <summary>Moves the world on. Called by one thread.</summary>
    /// <param name="number">The number of the tick, from 0.</param>
    void Tick(long number);

    /// <summary>Tells every connection that the server ends, after the last tick, and closes it.</summary>
    Task Stop();
}
