namespace Pooling.GameServer.Protocol;

/// <summary>The types of packets: clients send 0x1000 to 0x2FFF, the server 0x3000 and up.</summary>
internal static class Opcode
{
    public const ushort Hello = 0x1000;
    public const ushort Login = 0x1001;
    public const ushort Ping = 0x1002;
    public const ushort Input = 0x2000;
    public const ushort Chat = 0x2001;

    public const ushort HelloAck = 0x3000;
    public const ushort LoginResult = 0x3001;
    public const ushort Pong = 0x3002;
    public const ushort StateAck = 0x3100;
    public const ushort StateAdd = 0x3101;
    public const ushort StateUpdate = 0x3102;
    public const ushort StateRemove = 0x3103;
    public const ushort ChatMessage = 0x3104;
    public const ushort ChatRefused = 0x3105;
    public const ushort Disconnect = 0x3FFF;
}
