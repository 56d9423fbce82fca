using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace WebSockets.Hub.Hosting;

/// <summary>Keeps a connection for a while whose peer has ended its half of it: what it has said before is still read and answered. Kestrel
/// would end the other half at once, with the answers in it.</summary>
/// <remarks>A connection that was reset ends at once: nobody gets the answers.</remarks>
internal sealed class HalfClose : IDisposable
{
    private readonly ConnectionContext _connection;
    private readonly TimeSpan _patience;
    private readonly CancellationToken _closed;
    private readonly CancellationTokenSource _ended;
    private readonly CancellationTokenRegistration _registration;

    /// <param name="connection">The connection, before anybody else looks at it.</param>
    /// <param name="patience">How long the other half may take to end.</param>
    /// <param name="time">The clock.</param>
    public HalfClose(ConnectionContext connection, TimeSpan patience, TimeProvider time)
    {
        _connection = connection;
        _patience = patience;
        _closed = connection.ConnectionClosed;
        _ended = new CancellationTokenSource(Timeout.InfiniteTimeSpan, time);
        connection.ConnectionClosed = _ended.Token;
        _registration = _closed.UnsafeRegister(static half => ((HalfClose)half!).Look(), this);
    }

    public void Dispose()
    {
        _registration.Dispose();
        _connection.ConnectionClosed = _closed;
        _ended.Dispose();
    }

    private void Look()
    {
        // The last operation of the socket says which end it was: a read of nothing leaves it connected, an error does not.
        if (_connection.Features.Get<IConnectionSocketFeature>() is { Socket.Connected: true })
            _ended.CancelAfter(_patience);
        else
            _ended.Cancel();
    }
}
