using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Calls delegates: one more indirect call each for parsers of pooled packets that are given as two.</summary>
internal readonly struct AsyncPooledDelegateParser<TPacket>(MemoryPacketParser<TPacket> parser, Action<TPacket> returnPacket)
    : IPooledMemoryPacketParser<TPacket>
{
    public bool TryParse(ReadOnlyMemory<byte> payload, [MaybeNullWhen(false)] out TPacket packet) => parser(payload, out packet);

    public void ReturnPacket(TPacket packet) => returnPacket(packet);
}
