using System.Net.Sockets;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.Transport;

namespace Pooling.GameServer.Connections;

/// <summary>The life of one socket: receives until the end, and ends once, with the first reason.
/// What is said over it is not its business.</summary>
/// <remarks>Any thread; one calls <see cref="Receive"/>, then <see cref="Drain"/>.</remarks>
internal sealed class Connection(Socket socket, AddressEntry address, ServerCounters counters)
{
    private int _reason;
    private long _lastReceived = Environment.TickCount64;
    private long _closedAt;

    public Socket Socket => socket;

    public AddressEntry Address => address;

    public long OpenedAt { get; } = Environment.TickCount64;

    /// <summary>When a packet was received last, by <see cref="Environment.TickCount64"/>.</summary>
    public long LastReceived => Volatile.Read(ref _lastReceived);

    public bool IsClosed => Volatile.Read(ref _reason) != 0;

    /// <summary>Why it was ended.</summary>
    public DisconnectReason Reason => (DisconnectReason)Volatile.Read(ref _reason);

    /// <summary>When it was ended; 0 if it was not.</summary>
    public long ClosedAt => Volatile.Read(ref _closedAt);

    /// <summary>Ends it: nothing more is taken in. The peer may still be told why.</summary>
    /// <returns><see langword="false"/> if it had ended before, for another reason.</returns>
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

    /// <summary>Reads on to the peer's end. A socket that is closed with bytes unread is reset, and what was sent last is lost.</summary>
    public async Task Drain()
    {
        byte[] ignored = new byte[1024];
        while (await socket.ReceiveAsync(ignored, SocketFlags.None).ConfigureAwait(false) > 0)
        {
        }
    }

    /// <summary>Is told before the packets of one read.</summary>
    public AllocationScope BeginRead(long bytes)
    {
        counters.AddIn(0, bytes);
        return new AllocationScope(counters, AllocationKind.Packets);
    }

    /// <summary>Is told behind the packets of one read: parts of packets are no sign of life.</summary>
    public void EndRead(int packets)
    {
        counters.AddIn(packets, 0);
        if (packets > 0)
            Volatile.Write(ref _lastReceived, Environment.TickCount64);
    }

    /// <summary>Sends a few bytes at once, while nobody else sends.</summary>
    public void TrySend(ReadOnlySpan<byte> frame)
    {
        try
        {
            socket.Send(frame); // into an empty buffer of the system: does not wait
            counters.AddOut(1, frame.Length);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The peer is gone, which the receiver finds out.
        }
    }

    /// <summary>Tells the peer that nothing more is sent.</summary>
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

    /// <summary>Closes the socket, which ends whatever waits on it.</summary>
    public void Abort() => socket.Dispose();
}
