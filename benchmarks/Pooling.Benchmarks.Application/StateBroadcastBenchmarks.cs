using Pooling.GameServer.Before;

namespace Pooling.Benchmarks.Application;

/// <summary>Measures a broadcast of the game server. Each change is encoded once, and framed and encrypted for each of 20
/// players.</summary>
public class StateBroadcastBenchmarks
{
    private const int Players = 20;

    private static readonly PacketHeader s_header = new(Opcode.StateUpdate, PacketFlags.Encrypted);
    private static readonly PacketSealer s_sealer = new(new byte[SessionKeys.KeyLength]);
    private static readonly PooledArrayBufferWriter<byte> s_encoded = new(initialCapacity: 1024);
    private static readonly PooledArrayBufferWriter<byte> s_connection = new(initialCapacity: 4096);
    private static readonly Outbox[] s_outboxes = [.. Enumerable.Range(0, Players).Select(static _ => new Outbox(128, 128))];

    private readonly BeforeOutbox[] _beforeOutboxes = [.. Enumerable.Range(0, Players).Select(static _ => new BeforeOutbox(128, 128))];
    private readonly OutboundPacket[] _taken = new OutboundPacket[256];
    private readonly StateUpdate _update = new();

    [Params(5, 20)]
    public int Entities { get; set; }

    /// <summary>Uses arrays in a list, packets as objects in linked lists, and a stream for each frame.</summary>
    [Benchmark(Baseline = true), Row("POOL-game-broadcast-*", Role.Before)]
    public long Before()
    {
        var updates = new List<byte[]>();
        for (uint i = 1; i <= Entities; i++)
            updates.Add(BeforeWriter.Encode(new StateUpdate { Entity = i, Fields = 3, X = 1000, Y = 2000 }));

        long bytes = 0;
        foreach (BeforeOutbox outbox in _beforeOutboxes)
        {
            foreach (byte[] update in updates)
                outbox.AddState(new BeforePacket(Opcode.StateUpdate, update) { IsState = true });

            foreach (BeforePacket packet in outbox.Take(256))
                bytes += BeforeWriter.Frame(in s_header, packet.Payload, s_sealer).Length;
        }

        return bytes;
    }

    /// <summary>Uses one message that the players share, packets as values in rings, and frames that are written directly into the buffer
    /// that is sent.</summary>
    [Benchmark, Row("POOL-game-broadcast-*", Role.Ours)]
    public long Pooled()
    {
        Span<int> ends = stackalloc int[Entities + 1];
        for (int i = 1; i <= Entities; i++)
        {
            (_update.Entity, _update.Fields, _update.X, _update.Y) = ((uint)i, 3, 1000, 2000);
            int length = _update.CalculateSize();
            _update.WriteTo(s_encoded.GetSpan(length)[..length]);
            s_encoded.Advance(length);
            ends[i] = s_encoded.WrittenCount;
        }

        using var all = s_encoded.DetachShared();
        long bytes = 0;
        foreach (Outbox outbox in s_outboxes)
        {
            SharedBuffer share = all.Retain();
            for (int i = 0; i < Entities; i++)
                outbox.AddState(OutboundPacket.Part(Opcode.StateUpdate, share, ends[i], ends[i + 1], isLast: i == Entities - 1));

            foreach (ref OutboundPacket packet in _taken.AsSpan(0, outbox.Take(_taken, _taken.Length)))
            {
                OutboundWriter.Write(s_connection, in s_header, packet.Payload, s_sealer);
                packet.End();
            }

            bytes += s_connection.WrittenCount;
            s_connection.ResetWrittenCount();
        }

        return bytes;
    }
}
