using System.Net;
using Microsoft.AspNetCore.Connections;

namespace Pooling.JsonExport.Serving;

/// <summary>Closes connections of a client that exceed its share, before anything is read from them.</summary>
internal sealed class ClientConnections(int limit)
{
    private readonly Lock _gate = new();
    private readonly Dictionary<IPAddress, int> _open = [];

    /// <summary>Runs a connection if its client has not reached the limit.</summary>
    public async Task Run(ConnectionContext connection, ConnectionDelegate next)
    {
        IPAddress client = ((IPEndPoint)connection.RemoteEndPoint!).Address;
        if (!TryAdd(client))
        {
            connection.Abort();
            return;
        }

        try
        {
            await next(connection).ConfigureAwait(false);
        }
        finally
        {
            Remove(client);
        }
    }

    private bool TryAdd(IPAddress client)
    {
        lock (_gate)
        {
            int open = _open.GetValueOrDefault(client);
            if (open >= limit)
                return false;

            _open[client] = open + 1;
            return true;
        }
    }

    private void Remove(IPAddress client)
    {
        lock (_gate)
        {
            int open = _open[client] - 1;
            if (open == 0)
                _open.Remove(client); // forget disconnected clients
            else
                _open[client] = open;
        }
    }
}
