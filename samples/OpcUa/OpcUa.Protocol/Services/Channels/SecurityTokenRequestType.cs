namespace OpcUa.Protocol.Services.Channels;

/// <summary>Whether a channel is opened or gets a new token.</summary>
public enum SecurityTokenRequestType
{
    Issue = 0,
    Renew = 1,
}
