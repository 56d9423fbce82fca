namespace OpcUa.Protocol.Services.Sessions;

/// <summary>How a user proves who they are.</summary>
public enum UserTokenType
{
    Anonymous = 0,
    UserName = 1,
    Certificate = 2,
    IssuedToken = 3,
}
