using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Calls a delegate: one more indirect call for parsers that are delegates.</summary>
internal readonly struct DelegateParser<TPacket>(PacketParser<TPacket> parser) : IPacketParser<TPacket>
{
    public bool TryParse(ReadOnlySpan<byte> payload, [MaybeNullWhen(false)] out TPacket packet) => parser(payload, out packet);
}
