namespace OpcUa.Protocol.Services.Channels;

/// <summary>Whether a channel is opened or its token is renewed.</summary>
public enum SecurityTokenRequestType
{
    Issue = 0,
    Renew = 1,
}
