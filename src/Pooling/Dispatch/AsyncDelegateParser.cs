using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Calls a delegate: one more indirect call for parsers that are delegates.</summary>
internal readonly struct AsyncDelegateParser<TPacket>(MemoryPacketParser<TPacket> parser) : IMemoryPacketParser<TPacket>
{
    public bool TryParse(ReadOnlyMemory<byte> payload, [MaybeNullWhen(false)] out TPacket packet) => parser(payload, out packet);
}
