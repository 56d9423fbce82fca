using System.Net;
using Microsoft.AspNetCore.Connections;

namespace Pooling.JsonExport.Serving;

/// <summary>Limits the connections of all clients and of each client, before anything is read from them. When all places are taken, the
/// client that has the most connections loses its oldest one.</summary>
internal sealed class ClientConnections(ServingLimits limits)
{
    private readonly Places<ConnectionContext> _places = new(limits.Connections, limits.ConnectionsOfClient);

    /// <summary>Runs a connection if there is a place for it.</summary>
    public async Task Run(ConnectionContext connection, ConnectionDelegate next)
    {
        IPAddress client = Places.KeyOf(((IPEndPoint)connection.RemoteEndPoint!).Address);
        if (!_places.TryTake(client, connection, out ConnectionContext? givenUp))
        {
            connection.Abort();
            return;
        }

        givenUp?.Abort();
        try
        {
            await next(connection).ConfigureAwait(false);
        }
        finally
        {
            _places.Give(client, connection);
        }
    }
}
