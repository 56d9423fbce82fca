using System.Buffers;
using System.IO.Pipelines;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Transport;

/// <summary>Receives from a socket through a pipe and passes the packets to a sink. Does not allocate for a packet. The pipe never holds
/// more than a frame and one read, because the packets are removed before more bytes are received.</summary>
internal sealed class PacketReceiver(Socket socket, IPacketSink sink, int maxFrameLength)
{
    private const int ReadSize = 4096;

    // Both ends run on the thread on which the bytes arrived: there is no thread switch between the socket and the sink.
    private readonly Pipe _pipe = new(new PipeOptions(
        readerScheduler: PipeScheduler.Inline, writerScheduler: PipeScheduler.Inline, pauseWriterThreshold: 0,
        useSynchronizationContext: false));

    private long _unread; // bytes since the last call of OnRead

    /// <summary>Receives until the peer ends, the socket is closed, or the sink refuses.</summary>
    public async Task Run()
    {
        Task parsing = Parse();
        await Fill().ConfigureAwait(false);
        await parsing.ConfigureAwait(false);
    }

    private async Task Fill()
    {
        PipeWriter writer = _pipe.Writer;
        try
        {
            while (true)
            {
                int count = await socket.ReceiveAsync(writer.GetMemory(ReadSize), SocketFlags.None).ConfigureAwait(false);
                if (count == 0)
                    break;

                _unread += count;
                writer.Advance(count);
                FlushResult result = await writer.FlushAsync().ConfigureAwait(false);
                if (result.IsCompleted)
                    break;
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The connection has ended. The bytes that were received before are still counted.
        }
        finally
        {
            await writer.CompleteAsync().ConfigureAwait(false);
        }
    }

    private async Task Parse()
    {
        PipeReader reader = _pipe.Reader;
        try
        {
            while (true)
            {
                ReadResult result = await reader.ReadAsync().ConfigureAwait(false);
                ReadOnlySequence<byte> received = result.Buffer;
                bool goOn = Take(ref received);
                reader.AdvanceTo(received.Start, received.End);
                if (!goOn || result.IsCompleted)
                    break;
            }
        }
        finally
        {
            await reader.CompleteAsync().ConfigureAwait(false);
        }
    }

    private bool Take(ref ReadOnlySequence<byte> received)
    {
        int packets = 0;
        try
        {
            while (true)
            {
                FrameStatus status = FrameSplitter.TryTake(ref received, maxFrameLength, out ReadOnlySequence<byte> packet);
                if (status == FrameStatus.Incomplete)
                    return true;

                if (status != FrameStatus.Complete)
                {
                    sink.OnBadFrame(status);
                    return false;
                }

                packets++;
                if (!Hand(in packet))
                    return false;
            }
        }
        finally
        {
            sink.OnRead(packets, _unread);
            _unread = 0;
        }
    }

    private bool Hand(in ReadOnlySequence<byte> packet)
    {
        // The pipe's memory belongs to this connection until the packet is consumed.
        if (packet.IsSingleSegment)
            return sink.OnPacket(MemoryMarshal.AsMemory(packet.First).Span);

        byte[] whole = ArrayPool<byte>.Shared.Rent((int)packet.Length);
        try
        {
            packet.CopyTo(whole);
            return sink.OnPacket(whole.AsSpan(0, (int)packet.Length));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(whole);
        }
    }
}
