using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;

namespace WebSockets.Hub.Hosting;

/// <summary>Keeps a connection open for a while after its peer has closed its half, so that earlier messages are still read and answered.
/// Kestrel would close the other half immediately, and the answers would be lost.</summary>
/// <remarks>A connection that was reset ends immediately, because no peer would receive the answers.</remarks>
internal sealed class HalfClose : IDisposable
{
    private readonly ConnectionContext _connection;
    private readonly TimeSpan _patience;
    private readonly CancellationToken _closed;
    private readonly CancellationTokenSource _ended;
    private readonly CancellationTokenRegistration _registration;

    /// <param name="connection">The connection, before any other code uses it.</param>
    /// <param name="patience">The maximum time until the other half is closed.</param>
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
        // The last operation of the socket shows which end it was: after a read of zero bytes the socket is still connected, after an error
        // it is not.
        if (_connection.Features.Get<IConnectionSocketFeature>() is { Socket.Connected: true })
            _ended.CancelAfter(_patience);
        else
            _ended.Cancel();
    }
}
