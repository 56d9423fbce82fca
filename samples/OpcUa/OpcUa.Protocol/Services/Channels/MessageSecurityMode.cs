namespace OpcUa.Protocol.Services.Channels;

/// <summary>What is done to messages.</summary>
public enum MessageSecurityMode
{
    Invalid = 0,
    None = 1,
    Sign = 2,
    SignAndEncrypt = 3,
}
