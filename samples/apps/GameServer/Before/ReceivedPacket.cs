using Google.Protobuf;

namespace Pooling.GameServer.Before;

/// <summary>A queued packet as an object.</summary>
internal sealed class ReceivedPacket(ushort type, IMessage message)
{
    public ushort Type => type;

    public IMessage Message => message;
}
