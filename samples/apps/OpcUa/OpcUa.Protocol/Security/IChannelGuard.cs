namespace OpcUa.Protocol.Security;

/// <summary>The certificate of one end of a connection, and its policy for secured channels.</summary>
public interface IChannelGuard
{
    /// <summary>Gets the certificate of this end.</summary>
    ApplicationCertificate Own { get; }

    /// <summary>Called before a key is used, which takes milliseconds.</summary>
    /// <param name="isRenewal">Whether the channel is already open.</param>
    /// <exception cref="Transport.TransportException">There are too many requests at the moment.</exception>
    void Admit(bool isRenewal);

    /// <summary>Validates the certificate with which a peer opens a channel.</summary>
    /// <exception cref="Transport.TransportException">The certificate is not valid, not trusted, or not the expected one.</exception>
    Certificate Validate(ReadOnlySpan<byte> certificate);
}
