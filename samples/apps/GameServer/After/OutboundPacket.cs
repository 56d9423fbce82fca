using Pooling.Buffers;

namespace Pooling.GameServer.After;

/// <summary>A packet that waits to be sent: a share of a payload for several players, a part of such a share, or the few numbers of a small
/// packet.</summary>
internal readonly record struct OutboundPacket(ushort Opcode, SharedBuffer Content, ulong Number = 0, int X = 0, int Y = 0)
{
    /// <summary>The position among all packets of the player.</summary>
    public long Order { get; init; }

    public ReadOnlySpan<byte> Payload => IsPart ? Content.Span[X..Y] : Content.Span;

    /// <summary>Whether later packets use the same share, which ends with the last of them.</summary>
    public bool IsBorrowed { get; private init; }

    private bool IsPart { get; init; } // the part from X to Y

    /// <summary>Creates one of several packets that use the same share. They leave their queue in the order in which they were
    /// added.</summary>
    /// <param name="opcode">The type.</param>
    /// <param name="share">The share.</param>
    /// <param name="start">The start of the part.</param>
    /// <param name="end">The end of the part.</param>
    /// <param name="isLast">Whether this is the last packet with the share, which then ends with it.</param>
    public static OutboundPacket Part(ushort opcode, SharedBuffer share, int start, int end, bool isLast) =>
        new(opcode, share, X: start, Y: end) { IsPart = true, IsBorrowed = !isLast };

    /// <summary>Ends the share after the packet was sent or replaced.</summary>
    public void End()
    {
        if (!IsBorrowed)
            Content.Dispose();
    }
}
