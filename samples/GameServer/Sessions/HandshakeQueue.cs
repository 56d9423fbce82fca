using Google.Protobuf;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Sessions;

/// <summary>Answers hellos on one thread of its own, so many a second: elliptic curves cost a server a thousand
/// times what a hello costs who sends it.</summary>
/// <remarks>Any thread adds. Neither the loop that accepts nor a thread that receives ever computes for a stranger.</remarks>
internal sealed class HandshakeQueue : IDisposable
{
    private readonly object _lock = new(); // a monitor, since the thread waits on it
    private readonly HandshakeLine<(Session Session, ByteString PublicKey, ByteString Random)> _line;
    private readonly ServerCounters _counters;
    private readonly Thread _thread;
    private bool _isStopping;

    public HandshakeQueue(ServerLimits limits, ServerCounters counters)
    {
        _line = new(limits.HandshakesPerSecond, limits.HalfOpen);
        _counters = counters;
        _thread = new Thread(Run) { IsBackground = true, Name = "handshakes" };
        _thread.Start();
    }

    /// <summary>Adds a hello.</summary>
    /// <returns><see langword="false"/> if too many wait.</returns>
    public bool TryAdd(Session session, ByteString publicKey, ByteString random)
    {
        lock (_lock)
        {
            if (!_line.TryAdd(session.Connection.Address, (session, publicKey, random)))
                return false;

            Monitor.Pulse(_lock);
            return true;
        }
    }

    /// <summary>Ends the thread. Who waits still gets no answer.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _isStopping = true;
            Monitor.Pulse(_lock);
        }

        _thread.Join();
    }

    private void Run()
    {
        while (TryTake(out Session? session, out ByteString publicKey, out ByteString random))
        {
            if (session.Connection.IsClosed)
                continue; // and nothing is computed for it

            using var scope = new AllocationScope(_counters, AllocationKind.Sessions);
            try
            {
                session.Answer(publicKey, random);
            }
            catch (Exception)
            {
                session.End(DisconnectReason.ServerFault); // counted; the next one is answered
            }
        }
    }

    private bool TryTake([System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out Session? session, out ByteString publicKey,
        out ByteString random)
    {
        lock (_lock)
        {
            while (!_isStopping)
            {
                if (_line.TryTake(Environment.TickCount64, out (Session, ByteString, ByteString) hello, out int wait))
                {
                    (session, publicKey, random) = hello;
                    return true;
                }

                Monitor.Wait(_lock, wait);
            }
        }

        (session, publicKey, random) = (null, ByteString.Empty, ByteString.Empty);
        return false;
    }
}
