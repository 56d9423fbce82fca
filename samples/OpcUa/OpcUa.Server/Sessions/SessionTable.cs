using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Connections;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Sessions;

/// <summary>All sessions. Any thread.</summary>
internal sealed class SessionTable(ServerContext context)
{
    private const int TokenLength = 32;

    private readonly Dictionary<NodeId, Session> _sessions = []; // by token; its own lock guards all of it
    private Session[] _all = []; // replaced, never changed
    private uint _last;
    private bool _isClosed;

    /// <summary>The sessions at this moment.</summary>
    public Session[] All => Volatile.Read(ref _all);

    /// <returns><see langword="false"/> if there are too many.</returns>
    public bool TryCreate(AddressEntry address, double requestedTimeout, [NotNullWhen(true)] out Session? session)
    {
        session = null;
        if (!context.Book.TryAddSession(address) && !(TryEndLeft(address) && context.Book.TryAddSession(address)))
            return false;

        if (!context.Counters.TryAddSession(context.Limits.Sessions))
        {
            context.Book.EndSession(address);
            return false;
        }

        double least = context.Limits.SessionTimeout.Least.TotalMilliseconds;
        double most = context.Limits.SessionTimeout.Most.TotalMilliseconds;
        double timeout = requestedTimeout > 0 ? Math.Clamp(requestedTimeout, least, most) : most;
        var token = new NodeId(RandomNumberGenerator.GetBytes(TokenLength));
        lock (_sessions)
        {
            if (_isClosed)
            {
                context.Counters.AddSession(-1);
                context.Book.EndSession(address);
                return false;
            }

            session = new Session(new NodeId(++_last, 1), token, address, TimeSpan.FromMilliseconds(timeout), context);
            _sessions.Add(token, session);
            Volatile.Write(ref _all, [.. _sessions.Values]);
        }

        return true;
    }

    public Session? Find(NodeId token)
    {
        lock (_sessions)
            return _sessions.GetValueOrDefault(token);
    }

    /// <summary>Ends a session.</summary>
    public void End(Session session, StatusCode reason)
    {
        lock (session.Gate)
            session.End(reason);

        lock (_sessions)
        {
            if (!_sessions.Remove(session.Token))
                return;

            Volatile.Write(ref _all, [.. _sessions.Values]);
        }

        context.Book.EndSession(session.Address);
    }

    /// <summary>Ends those whose clients have been silent for too long.</summary>
    public void EndLate(long now)
    {
        foreach (Session session in All)
        {
            if (session.IsTimedOut(now))
                End(session, StatusCodes.BadTimeout);
        }
    }

    /// <summary>Ends all, and takes no more.</summary>
    public void Close(StatusCode reason)
    {
        lock (_sessions)
            _isClosed = true;

        foreach (Session session in All)
            End(session, reason);
    }

    /// <summary>Ends a session of an address that nobody would miss: its connection has gone, and it has no subscription.</summary>
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
