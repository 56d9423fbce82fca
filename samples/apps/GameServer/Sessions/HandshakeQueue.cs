using Google.Protobuf;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Sessions;

/// <summary>Answers hellos on a dedicated thread at a limited rate, because the elliptic curve computations for a hello cost the server a
/// thousand times what the hello costs its sender.</summary>
/// <remarks>Any thread adds. Neither the accepting loop nor a receiving thread ever computes for an unknown client.</remarks>
internal sealed class HandshakeQueue : IDisposable
{
    private readonly object _lock = new(); // a monitor, because the thread waits on it
    private readonly HandshakeLine<(Session Session, ByteString PublicKey, ByteString Random)> _line;
    private readonly Thread _thread;
    private bool _isStopping;

    public HandshakeQueue(ServerLimits limits)
    {
        _line = new(limits.HandshakesPerSecond, limits.HalfOpen, IsGone);
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

    /// <summary>Ends the thread. Waiting hellos are not answered.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _isStopping = true;
            Monitor.Pulse(_lock);
        }

        _thread.Join();
    }

    // A connection that has lost its place to another one is disposed. Its receiver closes it a moment later.
    private static bool IsGone((Session Session, ByteString PublicKey, ByteString Random) hello) =>
        hello.Session.Connection is { IsClosed: true } or { Socket.Connected: false };

    private void Run()
    {
        while (TryTake(out Session? session, out ByteString publicKey, out ByteString random))
        {
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
