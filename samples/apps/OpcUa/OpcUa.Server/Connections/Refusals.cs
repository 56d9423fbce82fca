using System.Net.Sockets;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Transport;
using Pooling.Buffers;

namespace OpcUa.Server.Connections;

/// <summary>Sends the reason to clients that are rejected. Any thread may use it.</summary>
/// <remarks>The client needs a moment to receive the response, because a socket that is closed immediately with unread bytes is reset, and
/// the response is lost. Only a limited number of clients get a response at the same time. Further clients are disconnected without a
/// response, which costs almost nothing.</remarks>
/// <param name="linger">The time in which a client can receive the response.</param>
internal sealed class Refusals(TimeSpan linger)
{
    private const int MaxAtOnce = 64;
    private const int MaxHelloLength = 4096;

    private int _count;

    /// <summary>Rejects a new connection.</summary>
    /// <param name="socket">The connection; this method takes its ownership.</param>
    /// <param name="reason">The reason.</param>
    public void Refuse(Socket socket, string reason)
    {
        if (Interlocked.Increment(ref _count) <= MaxAtOnce)
        {
            _ = Answer(socket, reason);
            return;
        }

        Interlocked.Decrement(ref _count);
        socket.Dispose();
    }

    private async Task Answer(Socket socket, string reason)
    {
        await Task.Yield(); // others are waiting to be accepted
        try
        {
            using var late = new CancellationTokenSource(linger);
            await socket.SendAsync(Encode(reason), late.Token).ConfigureAwait(false);
            socket.Shutdown(SocketShutdown.Send);
            byte[] ignored = new byte[MaxHelloLength];
            while (await socket.ReceiveAsync(ignored, late.Token).ConfigureAwait(false) > 0)
            {
            }
        }
        catch (Exception exception) when (exception is SocketException or OperationCanceledException or ObjectDisposedException)
        {
            // The peer is gone, or does not close its end.
        }
        finally
        {
            socket.Dispose();
            Interlocked.Decrement(ref _count);
        }
    }

    private static ReadOnlyMemory<byte> Encode(string reason)
    {
        using var writer = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(writer);
        encoder.WriteUInt32((uint)MessageType.Error | ((uint)'F' << 24));
        encoder.WriteUInt32((uint)((3 * sizeof(uint)) + sizeof(int) + reason.Length)); // in ASCII
        encoder.WriteUInt32(StatusCodes.BadTcpServerTooBusy.Code);
        encoder.WriteString(reason);
        return writer.WrittenSpan.ToArray();
    }
}
