using System.Net;
using System.Net.Sockets;
using Pooling.GameServer.Connections;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Transport;

namespace Pooling.GameServer.Sessions;

/// <summary>All sessions of a server: admits them, runs them, and ends those that take too long. Any thread.</summary>
internal sealed class SessionList(ServerLimits limits, ServerCounters counters)
{
    private const int MaxRefused = 64; // refused connections that are notified at the same time, and in a second

    private readonly AddressBook _addresses = new(limits);
    private readonly HandshakeQueue _handshakes = new(limits);
    private readonly List<Session> _sessions = []; // guarded by its own lock
    private readonly List<Task> _tasks = []; // guarded by the lock of _sessions
    private readonly List<Session> _checked = []; // tick thread only
    private TokenBucket _refusals = new(MaxRefused); // guarded by the lock of _sessions
    private int _refused; // likewise

    public int Count
    {
        get
        {
            lock (_sessions)
                return _sessions.Count;
        }
    }

    public int Tasks
    {
        get
        {
            lock (_sessions)
                return _tasks.Count(static task => !task.IsCompletedSuccessfully);
        }
    }

    /// <summary>Opens a session if there is a place for it.</summary>
    /// <returns><see langword="null"/> if there is none: the peer is notified, or the socket is closed if too many are already being
    /// notified.</returns>
    public Session? Open(Socket socket)
    {
        DisconnectReason reason = _addresses.TryEnter(
            ((IPEndPoint)socket.RemoteEndPoint!).Address, socket, out AddressEntry address);
        lock (_sessions)
        {
            if (reason != DisconnectReason.None && (_refused >= MaxRefused || _refusals.TryTake(Environment.TickCount64) > 0))
            {
                counters.AddDisconnect(reason);
                socket.Dispose();
                return null;
            }

            var session = new Session(new Connection(socket, address, counters), _handshakes, limits);
            _sessions.Add(session);
            if (reason == DisconnectReason.None)
                return session;

            _refused++;
            Watch(Task.Run(() => Refuse(session, reason)));
            return null;
        }
    }

    /// <summary>Runs a session to its end on other threads than the caller's.</summary>
    public void Run(Session session, IPacketSink sink) => Watch(Task.Run(async () =>
    {
        try
        {
            await session.Run(sink).ConfigureAwait(false);
        }
        finally
        {
            Remove(session);
            Connection connection = session.Connection;
            _addresses.Leave(connection.Address, connection.Socket, isPlayer: session.State == SessionStates.Playing);
        }
    }));

    /// <summary>Turns a client that has logged in into a player.</summary>
    /// <returns><see langword="false"/> if there are too many players, or the client has left.</returns>
    public bool TryPlay(Session session)
    {
        if (!_addresses.TryJoin(session.Connection.Address, session.Connection.Socket))
        {
            session.End(DisconnectReason.ServerFull);
            return false;
        }

        if (session.TryPlay())
            return true;

        _addresses.Unjoin(session.Connection.Address);
        return false;
    }

    /// <summary>Tracks a task until it ends, so that the server can wait for it.</summary>
    public void Watch(Task task)
    {
        lock (_sessions)
        {
            _tasks.RemoveAll(static task => task.IsCompletedSuccessfully);
            _tasks.Add(task);
        }
    }

    /// <summary>Ends sessions that exceed a time limit. Tick thread only.</summary>
    public void EndLate()
    {
        long now = Environment.TickCount64;
        lock (_sessions)
            _checked.AddRange(_sessions);

        foreach (Session session in _checked)
        {
            Connection connection = session.Connection;
            ulong state = session.State;
            if (connection.IsClosed)
            {
                if (now - connection.ClosedAt > Farewell(connection))
                    session.Abort(); // ends pending sends
            }
            else if (state != SessionStates.Playing)
            {
                if (now - connection.OpenedAt > (state == SessionStates.Connected ? limits.Hello : limits.Handshake).TotalMilliseconds)
                    session.End(DisconnectReason.Timeout);
            }
            else if (now - connection.LastReceived > limits.Silence.TotalMilliseconds)
            {
                session.End(DisconnectReason.Timeout);
            }
        }

        _checked.Clear();
        _addresses.Forget(now);
    }

    /// <summary>Ends every session.</summary>
    public void EndAll(DisconnectReason reason)
    {
        foreach (Session session in Copy())
            session.End(reason);
    }

    /// <summary>Closes the open connections, and waits until nothing is running.</summary>
    public async Task Stop()
    {
        _handshakes.Dispose();
        Session[] sessions = Copy();
        foreach (Session session in sessions)
            session.Abort();

        Task[] tasks;
        lock (_sessions)
            tasks = [.. _tasks];

        try
        {
            await Task.WhenAll(tasks).ConfigureAwait(false);
        }
        finally
        {
            foreach (Session session in sessions)
                session.Release();
        }
    }

    // A client that was too slow to read needs longer to read the reason.
    private double Farewell(Connection connection) =>
        connection.Reason == DisconnectReason.SlowClient && limits.Write > limits.Farewell
            ? limits.Write.TotalMilliseconds
            : limits.Farewell.TotalMilliseconds;

    private async Task Refuse(Session session, DisconnectReason reason)
    {
        try
        {
            session.End(reason);
            await session.Connection.Drain().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The peer did not wait for the reason.
        }
        finally
        {
            session.Connection.Abort();
            session.Release();
            lock (_sessions)
                _refused--;

            Remove(session);
        }
    }

    private void Remove(Session session)
    {
        lock (_sessions)
            _sessions.Remove(session);
    }

    private Session[] Copy()
    {
        lock (_sessions)
            return [.. _sessions];
    }
}
