using System.Net;
using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Connections;

/// <summary>All connections, and the tasks that serve them. Any thread may use it.</summary>
internal sealed class ConnectionList(ServerContext context)
{
    private readonly Dictionary<ServerConnection, Task> _connections = []; // also the lock for everything
    private readonly Refusals _refusals = new(context.Limits.Transport.Linger);
    private bool _isClosed;

    /// <summary>Serves a new connection, unless a limit is reached.</summary>
    public void Accept(Socket socket)
    {
        socket.NoDelay = true;
        IPAddress address = (socket.RemoteEndPoint as IPEndPoint)?.Address ?? IPAddress.None;
        AddressEntry entry = context.Book.Use(address);
        var connection = new ServerConnection(context, socket, entry);
        if (context.Book.TryEnter(connection) is { } reason)
        {
            context.Book.Release(entry);
            context.Counters.AddRefused();
            _refusals.Refuse(socket, reason);
            return;
        }

        lock (_connections)
        {
            if (_isClosed)
            {
                context.Book.Leave(connection);
                socket.Dispose();
                return;
            }

            context.Counters.AddConnection(1);
            _connections.Add(connection, Task.CompletedTask);
            _connections[connection] = Task.Run(() => Run(connection));
        }
    }

    /// <summary>Closes connections that have been too slow.</summary>
    public void EndLate(long now)
    {
        lock (_connections)
        {
            foreach (ServerConnection connection in _connections.Keys)
                connection.EndIfLate(now);
        }
    }

    /// <summary>Closes all connections, accepts no more, and waits until all are closed.</summary>
    public async Task CloseAsync()
    {
        Task[] tasks;
        lock (_connections)
        {
            _isClosed = true;
            tasks = [.. _connections.Values];
            foreach (ServerConnection connection in _connections.Keys)
                connection.Fail(StatusCodes.BadServerHalted, "The server is shutting down.");
        }

        await Task.WhenAll(tasks).ConfigureAwait(false);
    }

    private async Task Run(ServerConnection connection)
    {
        try
        {
            await connection.RunAsync().ConfigureAwait(false);
        }
        finally
        {
            context.Counters.AddConnection(-1);
            lock (_connections)
                _connections.Remove(connection);
        }
    }
}
