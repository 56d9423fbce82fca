namespace OpcUa.Protocol.Services.Channels;

/// <summary>Specifies whether a channel is opened or its token is renewed.</summary>
public enum SecurityTokenRequestType
{
    Issue = 0,
    Renew = 1,
}
