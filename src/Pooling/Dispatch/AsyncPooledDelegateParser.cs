using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Calls two delegates: one more indirect call each for parsers of pooled packets that are delegates.</summary>
internal readonly struct AsyncPooledDelegateParser<TPacket>(MemoryPacketParser<TPacket> parser, Action<TPacket> returnPacket)
    : IPooledMemoryPacketParser<TPacket>
{
    public bool TryParse(ReadOnlyMemory<byte> payload, [MaybeNullWhen(false)] out TPacket packet) => parser(payload, out packet);

    public void ReturnPacket(TPacket packet) => returnPacket(packet);
}
