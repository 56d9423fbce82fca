using System.Net;
using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Connections;

/// <summary>All connections, and the tasks that serve them. Any thread.</summary>
internal sealed class ConnectionList(ServerContext context)
{
    private readonly Dictionary<ServerConnection, Task> _connections = []; // its own lock guards all of it
    private bool _isClosed;

    /// <summary>Serves a new connection, if there is a place for it.</summary>
    public void Accept(Socket socket)
    {
        socket.NoDelay = true;
        IPAddress address = (socket.RemoteEndPoint as IPEndPoint)?.Address ?? IPAddress.None;
        if (context.Book.TryEnter(address, out AddressEntry entry) is not null)
        {
            // Without a word: one that would have to be waited for costs as much as a connection.
            context.Counters.AddRefused();
            socket.Dispose();
            return;
        }

        var connection = new ServerConnection(context, socket, entry);
        lock (_connections)
        {
            if (_isClosed)
            {
                context.Book.Leave(entry, isHalfOpen: true);
                socket.Dispose();
                return;
            }

            context.Counters.AddConnection(1);
            _connections.Add(connection, Task.CompletedTask);
            _connections[connection] = Task.Run(() => Run(connection));
        }
    }

    /// <summary>Ends those that have been too slow.</summary>
    public void EndLate(long now)
    {
        lock (_connections)
        {
            foreach (ServerConnection connection in _connections.Keys)
                connection.EndIfLate(now);
        }
    }

    /// <summary>Ends all, takes no more, and waits for the end.</summary>
    public async Task CloseAsync()
    {
        Task[] tasks;
        lock (_connections)
        {
            _isClosed = true;
            tasks = [.. _connections.Values];
            foreach (ServerConnection connection in _connections.Keys)
                connection.Fail(StatusCodes.BadServerHalted, "The server ends.");
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
