namespace OpcUa.Protocol.Services.Channels;

/// <summary>The security mode of messages.</summary>
public enum MessageSecurityMode
{
    Invalid = 0,
    None = 1,
    Sign = 2,
    SignAndEncrypt = 3,
}
