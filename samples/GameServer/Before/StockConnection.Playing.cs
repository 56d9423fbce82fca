using System.Net.Sockets;
using Google.Protobuf;
using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Before;

/// <summary>What the tick thread keeps of a player, and sends it.</summary>
internal sealed partial class StockConnection
{
    private const int LargestBatch = 256;

    private volatile Task _sending = Task.CompletedTask;
    private long _batchStarted;

    public StockEntity? Entity { get; private set; }

    public StockTracker Tracker { get; } = new();

    public StockOutbox Outbox { get; }

    public override long WritingSince => _sending.IsCompleted ? 0 : _batchStarted;

    public void Enter(StockEntity entity) => Entity = entity;

    public bool TryTake(out ReceivedPacket? packet) => _inbox.TryTake(static _ => true, out packet);

    public void Add(StockPacket packet)
    {
        if (!Outbox.TryAdd(packet))
            Close(DisconnectReason.SlowClient);
    }

    public void AddState(StockPacket packet)
    {
        packet.IsState = true;
        int dropped = Outbox.AddState(packet);
        if (dropped == 0)
            return;

        NeedsAll = true;
        Counters.AddStateDropped(dropped);
    }

    public override void ClearOutbox() => Outbox.Clear();

    public override void Flush()
    {
        if (Outbox.IsEmpty || !_sending.IsCompleted)
            return;

        List<StockPacket> batch = Outbox.Take(LargestBatch);
        _batchStarted = Environment.TickCount64;
        _sending = Task.Run(() => Send(batch));
    }

    public override bool FinishSending()
    {
        Flush();
        return Outbox.IsEmpty && _sending.IsCompleted;
    }

    protected override void SendAlone(in PacketHeader header, IMessage message)
    {
        byte[] frame = StockWriter.Frame(in header, StockWriter.Encode(message), Sealer);
        Socket.Send(frame);
        Counters.AddOut(1, frame.Length);
    }

    private async Task Send(List<StockPacket> batch)
    {
        try
        {
            List<ArraySegment<byte>> frames = Encode(batch, out int length);
            int sent = 0;
            while (sent < length)
            {
                int count = await Socket.SendAsync(frames, SocketFlags.None).ConfigureAwait(false);
                sent += count;
                while (count > 0)
                {
                    int part = Math.Min(count, frames[0].Count);
                    count -= part;
                    if (part == frames[0].Count)
                        frames.RemoveAt(0);
                    else
                        frames[0] = frames[0][part..];
                }
            }

            Counters.AddOut(batch.Count, length);
            Counters.AddChatSent(batch.Count(static packet => packet.Type == Opcode.ChatMessage));
            if (batch[^1].Type == Opcode.Disconnect)
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
    }

    private List<ArraySegment<byte>> Encode(List<StockPacket> batch, out int length)
    {
        using var scope = new AllocationScope(Counters, AllocationKind.Packets);
        var frames = new List<ArraySegment<byte>>();
        length = 0;
        foreach (StockPacket packet in batch)
        {
            byte[] frame = StockWriter.Frame(new PacketHeader(packet.Type, PacketFlags.Encrypted), packet.Payload, Sealer);
            frames.Add(frame);
            length += frame.Length;
        }

        return frames;
    }
}
