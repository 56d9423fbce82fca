namespace OpcUa.Protocol.Services.Sessions;

/// <summary>The way a user is identified.</summary>
public enum UserTokenType
{
    Anonymous = 0,
    UserName = 1,
    Certificate = 2,
    IssuedToken = 3,
}
