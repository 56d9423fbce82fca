using System.Net.Sockets;
using Pooling.Buffers;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.After;

/// <summary>The packets for the client, collected by the tick thread, and encrypted and written by the sending loop.</summary>
internal sealed partial class PooledConnection
{
    private const int LargestBatch = 256;
    private const int LargestKept = 32 * 1024; // bytes: a longer buffer is returned after use, so that a burst does not occupy memory

    private readonly PacketSender _sender = new();
    private readonly StateAck _ack = new();
    private readonly StateRemove _remove = new();
    private readonly Pong _pong = new();
    private Outbox? _outbox; // the waiting packets; tick thread only
    private OutboundPacket[] _batch = [];
    private int _batched;
    private long _batchStarted;
    private volatile bool _isEnding; // the batch is the last
    private volatile bool _hasEnded;

    /// <summary>The start of the current write, by <see cref="Environment.TickCount64"/>; 0 if there is none. Tick thread only.</summary>
    public long WritingSince => _sender.IsBusy ? _batchStarted : 0;

    /// <summary>Drops the waiting packets. Tick thread only.</summary>
    public void ClearOutbox() => _outbox!.Clear();

    /// <summary>Hands the waiting packets over, unless the last write is still in progress. Tick thread only.</summary>
    public void Flush()
    {
        if (_outbox!.IsEmpty || _sender.IsBusy)
            return;

        _batched = _outbox!.Take(_batch, LargestBatch);
        _batchStarted = Environment.TickCount64;
        _sender.Start();
    }

    /// <summary>Sends until the connection ends. Started by the tick thread.</summary>
    public async Task Send()
    {
        using var buffer = new PooledArrayBufferWriter<byte>(new() { InitialCapacity = 4096 }, server.Arrays);
        try
        {
            bool isLast = false;
            while (!isLast)
            {
                await _sender.Next().ConfigureAwait(false);
                isLast = Encode(buffer, out int chats) || _isEnding;
                ReadOnlyMemory<byte> rest = buffer.WrittenMemory;
                while (!rest.IsEmpty)
                    rest = rest[await session.Connection.Socket.SendAsync(rest, SocketFlags.None).ConfigureAwait(false)..];

                server.Counters.AddOut(_batched, buffer.WrittenCount);
                server.Counters.AddChatSent(chats);
                buffer.ResetWrittenCount();
                if (buffer.Capacity > LargestKept)
                    buffer.TrimExcess();
            }

            session.Connection.EndOutput();
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            session.End(DisconnectReason.PeerLeft);
        }
        catch (Exception)
        {
            session.End(DisconnectReason.ServerFault);
            throw;
        }
        finally
        {
            EndBatch(); // packets remain only after a failure
            _hasEnded = true;
        }
    }

    public bool FinishSending()
    {
        if (_sender.IsBusy || _hasEnded)
            return _hasEnded;

        if (_outbox!.IsEmpty)
        {
            _batched = 0;
            _isEnding = true;
            _sender.Start();
        }
        else
        {
            Flush();
        }

        return false;
    }

    public void Release()
    {
        session.Release();
        _outbox!.Dispose();
    }

    private bool Encode(PooledArrayBufferWriter<byte> buffer, out int chats)
    {
        bool isLast = false;
        chats = 0;
        foreach (ref OutboundPacket packet in _batch.AsSpan(0, _batched))
        {
            var header = new PacketHeader(packet.Opcode, PacketFlags.Encrypted);
            switch (packet.Opcode)
            {
                case Opcode.StateAck:
                    (_ack.Sequence, _ack.X, _ack.Y) = ((uint)packet.Number, packet.X, packet.Y);
                    OutboundWriter.Write(buffer, in header, _ack, session.Sealer);
                    break;

                case Opcode.StateRemove:
                    _remove.Entity = (uint)packet.Number;
                    OutboundWriter.Write(buffer, in header, _remove, session.Sealer);
                    break;

                case Opcode.Pong:
                    _pong.Token = packet.Number;
                    OutboundWriter.Write(buffer, in header, _pong, session.Sealer);
                    break;

                default:
                    OutboundWriter.Write(buffer, in header, packet.Payload, session.Sealer);
                    chats += packet.Opcode == Opcode.ChatMessage ? 1 : 0;
                    isLast |= packet.Opcode == Opcode.Disconnect;
                    break;
            }

            packet.End();
            packet = default;
        }

        return isLast;
    }

    private void EndBatch()
    {
        foreach (ref OutboundPacket packet in _batch.AsSpan(0, _batched))
        {
            packet.End();
            packet = default;
        }
    }
}
