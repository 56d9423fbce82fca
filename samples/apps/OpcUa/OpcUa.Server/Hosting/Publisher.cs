using OpcUa.Protocol.BuiltIn;
using OpcUa.Server.Connections;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Hosting;

/// <summary>Runs the publishing of all sessions in turn, and closes sessions and connections that have timed out. A single loop, which
/// never waits for a session.</summary>
internal sealed class Publisher(ServerContext context, ConnectionList connections)
{
    private const long HousekeepingInterval = 250; // milliseconds
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(10);

    public async Task RunAsync(CancellationToken cancellation)
    {
        using var timer = new PeriodicTimer(s_tick);
        long nextHousekeeping = 0;
        try
        {
            while (await timer.WaitForNextTickAsync(cancellation).ConfigureAwait(false))
            {
                long now = Environment.TickCount64;
                foreach (Session session in context.Sessions.All)
                    Publish(session, now);

                if (now < nextHousekeeping)
                    continue;

                nextHousekeeping = now + HousekeepingInterval;
                context.Sessions.EndLate(now);
                context.Book.Forget(now);
                connections.EndLate(now);
            }
        }
        catch (OperationCanceledException)
        {
            // The server is shutting down.
        }
    }

    private static void Publish(Session session, long now)
    {
        if (!session.Gate.TryEnter())
            return; // one of its requests is being handled; it publishes in the next turn

        try
        {
            session.OnTick(now);
        }
        catch (Exception exception) when (session.Connection is not null)
        {
            session.Connection.Fail(StatusCodes.BadInternalError, exception.GetType().Name); // affects only this client
        }
        finally
        {
            session.Gate.Exit();
        }
    }
}
