using System.Buffers.Binary;
using Pooling.Encodeables;

namespace Pooling.Dispatch;

/// <summary>Decodes a handle of four bytes. 0xFFFFFFFF is malformed after the packet was filled.</summary>
internal readonly struct ReadingDecoder(FaultPlan? faults) : IEncodeableDecoder<Reading>
{
    public bool TryDecode(ReadOnlySpan<byte> payload, Reading packet)
    {
        faults?.Pass("the decoder");
        if (!BinaryPrimitives.TryReadUInt32LittleEndian(payload, out uint handle))
            return false;

        packet.Handle = handle;
        return handle != uint.MaxValue;
    }
}
