using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Connections;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Sessions;

/// <summary>All sessions. Any thread may use it.</summary>
internal sealed class SessionTable(ServerContext context)
{
    private const int TokenLength = 32;

    private readonly Dictionary<NodeId, Session> _sessions = []; // by token; also the lock for everything
    private Session[]? _all = []; // replaced, never changed; null if it is outdated
    private readonly Places<Session> _places = new(context.Limits.Sessions, context.Limits.PerAddress);
    private uint _last;
    private bool _isClosed;

    /// <summary>Gets the current sessions.</summary>
    public Session[] All => Volatile.Read(ref _all) ?? Copy();

    /// <returns><see langword="false"/> if there are too many sessions.</returns>
    public bool TryCreate(AddressEntry address, double requestedTimeout, [NotNullWhen(true)] out Session? session)
    {
        double least = context.Limits.SessionTimeout.Least.TotalMilliseconds;
        double most = context.Limits.SessionTimeout.Most.TotalMilliseconds;
        double timeout = requestedTimeout > 0 ? Math.Clamp(requestedTimeout, least, most) : most;
        var token = new NodeId(RandomNumberGenerator.GetBytes(TokenLength));
        session = new Session(
            new NodeId(Interlocked.Increment(ref _last), 1), token, address, TimeSpan.FromMilliseconds(timeout), context);
        if (!TryEnter(session) && !(TryEndLeft(address) && TryEnter(session)))
        {
            session = null;
            return false;
        }

        context.Book.Use(address);
        context.Counters.AddSession(1);
        lock (_sessions)
        {
            _sessions.Add(token, session);
            Volatile.Write(ref _all, null); // copied on demand, not for each change
            if (!_isClosed)
                return true;
        }

        End(session, StatusCodes.BadServerHalted);
        session = null;
        return false;
    }

    public Session? Find(NodeId token)
    {
        lock (_sessions)
            return _sessions.GetValueOrDefault(token);
    }

    /// <summary>Closes a session.</summary>
    public void End(Session session, StatusCode reason)
    {
        lock (session.Gate)
            session.End(reason);

        lock (_sessions)
        {
            if (!_sessions.Remove(session.Token))
                return;

            Volatile.Write(ref _all, null); // copied on demand, not for each change
        }

        _places.Give(session.Address.Key, session);
        context.Book.Release(session.Address);
    }

    /// <summary>Closes the sessions that have timed out.</summary>
    public void EndLate(long now)
    {
        foreach (Session session in All)
        {
            if (session.IsTimedOut(now))
                End(session, StatusCodes.BadTimeout);
        }
    }

    /// <summary>Closes all sessions, and stops accepting new ones.</summary>
    public void Close(StatusCode reason)
    {
        lock (_sessions)
            _isClosed = true;

        foreach (Session session in All)
            End(session, reason);
    }

    private bool TryEnter(Session session)
    {
        bool isEntered = _places.TryTake(session.Address.Key, session, out Session? givenUp);
        if (givenUp is not null)
            End(givenUp, StatusCodes.BadSessionClosed); // its address has the most

        return isEntered;
    }

    private Session[] Copy()
    {
        lock (_sessions)
        {
            Session[] all = [.. _sessions.Values];
            Volatile.Write(ref _all, all); // pairs with the read in All
            return all;
        }
    }

    /// <summary>Closes an abandoned session of an address, which has neither a connection nor subscriptions.</summary>
    private bool TryEndLeft(AddressEntry address)
    {
        foreach (Session session in All)
        {
            if (session.Address != address || !session.Gate.TryEnter())
                continue;

            bool isLeft = session is { IsActivated: true, IsEnded: false, Connection: null, SubscriptionCount: 0 };
            session.Gate.Exit();
            if (isLeft)
            {
                End(session, StatusCodes.BadSessionClosed);
                return true;
            }
        }

        return false;
    }
}
