using System.Buffers.Binary;
using Pooling.Dispatch;

namespace Contoso.Tcp1;

internal readonly record struct AddMessage(int Value);

internal readonly struct AddMessageParser : IPacketParser<AddMessage>
{
    public bool TryParse(ReadOnlySpan<byte> payload, out AddMessage packet)
    {
        bool isWhole = BinaryPrimitives.TryReadInt32LittleEndian(payload, out int value) && payload.Length == 4;
        packet = new AddMessage(value);
        return isWhole;
    }
}
