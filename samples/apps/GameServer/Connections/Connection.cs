using System.Net.Sockets;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Transport;

namespace Pooling.GameServer.Connections;

/// <summary>The lifetime of one socket: receives until the end, and ends once, with the first reason. Independent of the
/// protocol.</summary>
/// <remarks>Any thread; one thread calls <see cref="Receive"/>, then <see cref="Drain"/>.</remarks>
internal sealed class Connection(Socket socket, AddressEntry address, ServerCounters counters)
{
    private int _reason;
    private long _lastReceived = Environment.TickCount64;
    private long _closedAt;

    public Socket Socket => socket;

    public AddressEntry Address => address;

    public long OpenedAt { get; } = Environment.TickCount64;

    /// <summary>The time of the last received packet, by <see cref="Environment.TickCount64"/>.</summary>
    public long LastReceived => Volatile.Read(ref _lastReceived);

    public bool IsClosed => Volatile.Read(ref _reason) != 0;

    /// <summary>The reason why the connection was ended.</summary>
    public DisconnectReason Reason => (DisconnectReason)Volatile.Read(ref _reason);

    /// <summary>The time at which the connection was ended; 0 if it was not.</summary>
    public long ClosedAt => Volatile.Read(ref _closedAt);

    /// <summary>Ends the connection: no more packets are accepted. The reason may still be sent to the peer.</summary>
    /// <returns><see langword="false"/> if it had already ended for another reason.</returns>
    public bool Close(DisconnectReason reason)
    {
        if (Interlocked.CompareExchange(ref _reason, (int)reason, 0) != 0)
            return false;

        Volatile.Write(ref _closedAt, Math.Max(1, Environment.TickCount64));
        counters.AddDisconnect(reason);
        return true;
    }

    /// <summary>Receives until the peer ends, the socket is closed or the sink refuses.</summary>
    public Task Receive(IPacketSink sink) => new PacketReceiver(socket, sink, ProtocolLimits.ClientFrame).Run();

    /// <summary>Reads until the peer ends the connection. Closing a socket with unread bytes resets it, and what was sent last is
    /// lost.</summary>
    public async Task Drain()
    {
        byte[] ignored = new byte[1024];
        while (await socket.ReceiveAsync(ignored, SocketFlags.None).ConfigureAwait(false) > 0)
        {
        }
    }

    /// <summary>Called after the packets of one read. Partial packets do not count as activity.</summary>
    public void OnRead(int packets, long bytes)
    {
        counters.AddIn(packets, bytes);
        if (packets > 0)
            Volatile.Write(ref _lastReceived, Environment.TickCount64);
    }

    /// <summary>Sends a few bytes immediately. No other code may send at the same time.</summary>
    public void TrySend(ReadOnlySpan<byte> frame)
    {
        try
        {
            socket.Send(frame); // the system's buffer is empty, so this does not wait
            counters.AddOut(1, frame.Length);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The peer has disconnected, which the receiver detects.
        }
    }

    /// <summary>Notifies the peer that no more packets are sent.</summary>
    public void EndOutput()
    {
        try
        {
            socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // As above.
        }
    }

    /// <summary>Closes the socket, which ends all pending operations.</summary>
    public void Abort() => socket.Dispose();
}
