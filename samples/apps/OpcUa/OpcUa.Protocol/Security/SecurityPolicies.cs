namespace OpcUa.Protocol.Security;

/// <summary>The supported security policies.</summary>
public static class SecurityPolicies
{
    public const string None = "http://opcfoundation.org/UA/SecurityPolicy#None";
    public const string Basic256Sha256 = "http://opcfoundation.org/UA/SecurityPolicy#Basic256Sha256";

    /// <summary>The signature algorithm of Basic256Sha256.</summary>
    public const string RsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

    internal static ReadOnlySpan<byte> Basic256Sha256Uri => "http://opcfoundation.org/UA/SecurityPolicy#Basic256Sha256"u8;
}
