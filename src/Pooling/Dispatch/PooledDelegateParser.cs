using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Calls two delegates: one more indirect call each for parsers of pooled packets that are delegates.</summary>
internal readonly struct PooledDelegateParser<TPacket>(PacketParser<TPacket> parser, Action<TPacket> returnPacket)
    : IPooledPacketParser<TPacket>
{
    public bool TryParse(ReadOnlySpan<byte> payload, [MaybeNullWhen(false)] out TPacket packet) => parser(payload, out packet);

    public void ReturnPacket(TPacket packet) => returnPacket(packet);
}
