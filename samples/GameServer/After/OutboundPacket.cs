using Pooling.Buffers;

namespace Pooling.GameServer.After;

/// <summary>A packet that waits to be sent: a share in a payload that several players are sent, a part of one,
/// or the few numbers of a small packet.</summary>
internal readonly record struct OutboundPacket(ushort Opcode, SharedBuffer Content, ulong Number = 0, int X = 0, int Y = 0)
{
    /// <summary>Its place among all packets of its player.</summary>
    public long Order { get; init; }

    public ReadOnlySpan<byte> Payload => IsPart ? Content.Span[X..Y] : Content.Span;

    /// <summary>Whether its share is that of later packets, too, and ends with the last of them.</summary>
    public bool IsBorrowed { get; private init; }

    private bool IsPart { get; init; } // from X to Y

    /// <summary>Makes one of several packets that have one share together,
    /// since they leave their queue in the order in which they were added to it.</summary>
    /// <param name="opcode">The type.</param>
    /// <param name="share">The share.</param>
    /// <param name="start">Where the part begins.</param>
    /// <param name="end">Where it ends.</param>
    /// <param name="isLast">Whether it is the last that is added: the share ends with it.</param>
    public static OutboundPacket Part(ushort opcode, SharedBuffer share, int start, int end, bool isLast) =>
        new(opcode, share, X: start, Y: end) { IsPart = true, IsBorrowed = !isLast };

    /// <summary>Ends its share, when it was sent or gave way.</summary>
    public void End()
    {
        if (!IsBorrowed)
            Content.Dispose();
    }
}
