using Pooling.Buffers;

namespace Pooling.GameServer.After;

/// <summary>A packet that waits to be sent: either a share in a payload that several players are sent, or the few numbers of a small one.</summary>
internal readonly record struct OutboundPacket(ushort Opcode, SharedBuffer Content, ulong Number = 0, int X = 0, int Y = 0)
{
    /// <summary>Its place among all packets of its player.</summary>
    public long Order { get; init; }
}
