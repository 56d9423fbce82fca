using Pooling.Buffers;
using Pooling.Dispatch;

namespace Pooling.SoakTests.Fuzzing;

/// <summary>A packet without a pool, which is also its parser.</summary>
internal readonly struct FuzzFrame : IPacketParser<FuzzFrame>
{
    internal ulong Sequence { get; init; }

    internal double Value { get; init; }

    internal Guid Key { get; init; }

    public bool TryParse(ReadOnlySpan<byte> payload, out FuzzFrame packet)
    {
        var reader = new BufferReader(payload);
        packet = default;
        if (!reader.TryReadUInt64BigEndian(out ulong sequence) || !reader.TryReadDoubleLittleEndian(out double value)
            || !reader.TryReadGuidBigEndian(out Guid key))
        {
            return false;
        }

        packet = new FuzzFrame { Sequence = sequence, Value = value, Key = key };
        return reader.End;
    }

    internal void Write(PooledArrayBufferWriter<byte> writer)
    {
        writer.WriteUInt64BigEndian(Sequence);
        writer.WriteDoubleLittleEndian(Value);
        writer.WriteGuidBigEndian(Key);
    }
}
