using System.Buffers.Binary;

namespace Pooling.GameServer.Protocol;

/// <summary>The header of a packet.</summary>
internal readonly record struct PacketHeader(ushort Type, byte Flags, byte Protocol, byte Version)
{
    /// <summary>The bytes that <see cref="WriteAssociatedData"/> writes.</summary>
    public const int AssociatedDataLength = 5;

    public PacketHeader(ushort type, byte flags)
        : this(type, flags, ProtocolLimits.Protocol, ProtocolLimits.Version)
    {
    }

    /// <summary>What an encrypted payload is bound to, so that nobody can put it under another header.</summary>
    public void WriteAssociatedData(Span<byte> target)
    {
        BinaryPrimitives.WriteUInt16BigEndian(target, Type);
        target[2] = Flags;
        target[3] = Protocol;
        target[4] = Version;
    }
}
