using System.Net.Sockets;
using Pooling.GameServer.Protocol;
using Pooling.GameServer.World;

namespace Pooling.GameServer.Before;

/// <summary>The state of a player that belongs to the tick thread, and sending to it.</summary>
internal sealed partial class BeforeConnection
{
    private const int LargestBatch = 256;

    private volatile Task _sending = Task.CompletedTask;
    private CommandAllowance _allowance = new(server.Limits.CommandsPerTick, server.Limits.CommandsAtOnce);
    private long _batchStarted;

    public BeforeEntity? Entity { get; private set; }

    public BeforeTracker Tracker { get; } = new();

    public BeforeOutbox Outbox { get; } = new(server.Limits.OutboundState, server.Limits.OutboundReliable);

    /// <summary>Whether state was replaced by newer state, so that the player must be sent everything it sees.</summary>
    public bool NeedsAll { get; set; }

    /// <summary>Whether the player waits for one of its chat texts to be delivered.</summary>
    public bool IsInLine { get; set; }

    public bool HasChat => !_chats.IsEmpty;

    /// <summary>The start of the current write, by <see cref="Environment.TickCount64"/>; 0 if there is none.</summary>
    public long WritingSince => _sending.IsCompleted ? 0 : _batchStarted;

    public void Enter(BeforeEntity entity) => Entity = entity;

    /// <summary>Counts a tick.</summary>
    /// <returns>The number of commands that the tick may handle.</returns>
    public int EarnCommands() => _allowance.Earn();

    public bool TryTake(out ReceivedPacket? packet)
    {
        if (!_inbox.TryTake(static _ => true, out packet))
            return false;

        _allowance.Spend(1);
        return true;
    }

    public bool TryTakeChat(out ReceivedPacket? packet) => _chats.TryTake(static _ => true, out packet);

    /// <summary>Returns and clears the number of recently refused texts.</summary>
    // pairs with the receiver's increment
    public int TakeRefusedChats() => Volatile.Read(ref _refusedChats) == 0 ? 0 : Interlocked.Exchange(ref _refusedChats, 0);

    public void Add(BeforePacket packet)
    {
        if (!Outbox.TryAdd(packet))
            session.End(DisconnectReason.SlowClient);
    }

    public void AddState(BeforePacket packet)
    {
        packet.IsState = true;
        int dropped = Outbox.AddState(packet);
        if (dropped == 0)
            return;

        NeedsAll = true;
        server.Counters.AddStateDropped(dropped);
    }

    public void Flush()
    {
        if (Outbox.IsEmpty || !_sending.IsCompleted)
            return;

        List<BeforePacket> batch = Outbox.Take(LargestBatch);
        _batchStarted = Environment.TickCount64;
        _sending = Task.Run(() => Send(batch));
    }

    public bool FinishSending()
    {
        Flush();
        return Outbox.IsEmpty && _sending.IsCompleted;
    }

    public void Release() => session.Release();

    private async Task Send(List<BeforePacket> batch)
    {
        try
        {
            List<ArraySegment<byte>> frames = Encode(batch, out int length);
            int sent = 0;
            while (sent < length)
            {
                int count = await session.Connection.Socket.SendAsync(frames, SocketFlags.None).ConfigureAwait(false);
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

            server.Counters.AddOut(batch.Count, length);
            server.Counters.AddChatSent(batch.Count(static packet => packet.Type == Opcode.ChatMessage));
            if (batch[^1].Type == Opcode.Disconnect)
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
    }

    private List<ArraySegment<byte>> Encode(List<BeforePacket> batch, out int length)
    {
        var frames = new List<ArraySegment<byte>>();
        length = 0;
        foreach (BeforePacket packet in batch)
        {
            byte[] frame = BeforeWriter.Frame(new PacketHeader(packet.Type, PacketFlags.Encrypted), packet.Payload, session.Sealer);
            frames.Add(frame);
            length += frame.Length;
        }

        return frames;
    }
}
