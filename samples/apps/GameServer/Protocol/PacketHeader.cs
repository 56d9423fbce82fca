using System.Buffers.Binary;

namespace Pooling.GameServer.Protocol;

/// <summary>The header of a packet.</summary>
internal readonly record struct PacketHeader(ushort Type, byte Flags, byte Protocol, byte Version)
{
    /// <summary>The number of bytes that <see cref="WriteAssociatedData"/> writes.</summary>
    public const int AssociatedDataLength = 5;

    public PacketHeader(ushort type, byte flags)
        : this(type, flags, ProtocolLimits.Protocol, ProtocolLimits.Version)
    {
    }

    /// <summary>Writes the data to which an encrypted payload is bound, so that it cannot be moved to another header.</summary>
    public void WriteAssociatedData(Span<byte> target)
    {
        BinaryPrimitives.WriteUInt16BigEndian(target, Type);
        target[2] = Flags;
        target[3] = Protocol;
        target[4] = Version;
    }
}
