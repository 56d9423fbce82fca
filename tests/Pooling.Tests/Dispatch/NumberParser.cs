using System.Buffers.Binary;

namespace Pooling.Dispatch;

/// <summary>Parses a number of exactly four bytes.</summary>
internal readonly struct NumberParser(FaultPlan? faults) : IPacketParser<int>
{
    public bool TryParse(ReadOnlySpan<byte> payload, out int packet)
    {
        faults?.Pass("the parser");
        packet = 0;
        return payload.Length == 4 && BinaryPrimitives.TryReadInt32LittleEndian(payload, out packet);
    }
}
