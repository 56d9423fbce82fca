namespace WebSockets.Protocol.Frames;

/// <summary>Specifies the content of a frame (RFC 6455, 5.2).</summary>
public enum Opcode
{
    Continuation = 0x0,
    Text = 0x1,
    Binary = 0x2,
    Close = 0x8,
    Ping = 0x9,
    Pong = 0xA,
}
