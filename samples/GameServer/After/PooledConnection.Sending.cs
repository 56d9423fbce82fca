using System.Net.Sockets;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;
using Pooling.Objects;

namespace Pooling.GameServer.After;

/// <summary>What the client is sent: collected by the tick thread, encrypted and written by the sending loop.</summary>
internal sealed partial class PooledConnection
{
    private const int LargestBatch = 256;

    private static readonly MagazinePool<StateAck> s_acks = MagazinePool.Create<StateAck>();
    private static readonly MagazinePool<Pong> s_pongs = MagazinePool.Create<Pong>();

    private readonly PacketSender _sender = new();
    private readonly OutboundPacket[] _batch = new OutboundPacket[LargestBatch];
    private int _batched;
    private long _batchStarted;
    private volatile bool _isEnding; // the batch is the last
    private volatile bool _hasEnded;

    /// <summary>What waits. Tick thread only.</summary>
    public Outbox Outbox { get; }

    public override long WritingSince => _sender.IsBusy ? _batchStarted : 0;

    public override void ClearOutbox() => Outbox.Clear();

    public override void Flush()
    {
        if (Outbox.IsEmpty || _sender.IsBusy)
            return;

        _batched = Outbox.Take(_batch);
        _batchStarted = Environment.TickCount64;
        _sender.Start();
    }

    /// <summary>Sends until the connection ends. Begun by the tick thread.</summary>
    public async Task Send()
    {
        using var buffer = new PooledArrayBufferWriter(_server.Arrays, initialCapacity: 4096);
        try
        {
            bool isLast = false;
            while (!isLast)
            {
                await _sender.Next().ConfigureAwait(false);
                isLast = Encode(buffer, out int chats) || _isEnding;
                ReadOnlyMemory<byte> rest = buffer.WrittenMemory;
                while (!rest.IsEmpty)
                    rest = rest[await Socket.SendAsync(rest, SocketFlags.None).ConfigureAwait(false)..];

                Counters.AddOut(_batched, buffer.WrittenCount);
                Counters.AddChatSent(chats);
                buffer.ResetWrittenCount();
            }

            EndOutput();
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            Close(DisconnectReason.PeerLeft);
        }
        catch (Exception)
        {
            Close(DisconnectReason.ServerFault);
            throw;
        }
        finally
        {
            _hasEnded = true;
        }
    }

    public override bool FinishSending()
    {
        if (_sender.IsBusy || _hasEnded)
            return _hasEnded;

        if (Outbox.IsEmpty)
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

    public override void Release()
    {
        base.Release();
        Outbox.Dispose();
    }

    protected override void SendAlone(in PacketHeader header, IMessage message)
    {
        using PooledLease<PooledArrayBufferWriter> lease = PooledArrayBufferWriter.Rent();
        OutboundWriter.Write(lease.Value, in header, message, Sealer);
        Socket.Send(lease.Value.WrittenSpan);
        Counters.AddOut(1, lease.Value.WrittenCount);
    }

    private bool Encode(PooledArrayBufferWriter buffer, out int chats)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Packets);
        StateAck ack = s_acks.Get();
        Pong pong = s_pongs.Get();
        bool isLast = false;
        chats = 0;
        foreach (ref OutboundPacket packet in _batch.AsSpan(0, _batched))
        {
            var header = new PacketHeader(packet.Opcode, PacketFlags.Encrypted);
            switch (packet.Opcode)
            {
                case Opcode.StateAck:
                    (ack.Sequence, ack.X, ack.Y) = ((uint)packet.Number, packet.X, packet.Y);
                    OutboundWriter.Write(buffer, in header, ack, Sealer);
                    break;

                case Opcode.Pong:
                    pong.Token = packet.Number;
                    OutboundWriter.Write(buffer, in header, pong, Sealer);
                    break;

                default:
                    OutboundWriter.Write(buffer, in header, packet.Content.Span, Sealer);
                    packet.Content.Dispose();
                    chats += packet.Opcode == Opcode.ChatMessage ? 1 : 0;
                    isLast |= packet.Opcode == Opcode.Disconnect;
                    break;
            }

            packet = default;
        }

        s_acks.Return(ack);
        s_pongs.Return(pong);
        return isLast;
    }
}
