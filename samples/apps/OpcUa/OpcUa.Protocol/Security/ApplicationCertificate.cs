using System.Security.Cryptography;
using OpcUa.Protocol.Services.Sessions;

namespace OpcUa.Protocol.Security;

/// <summary>The certificate of this application, with its private key. Any thread may use it.</summary>
public sealed partial class ApplicationCertificate : IDisposable
{
    private readonly RSA _key; // for one thread at a time; also used as the lock

    private ApplicationCertificate(Certificate certificate, RSA key)
    {
        Certificate = certificate;
        _key = key;
    }

    public Certificate Certificate { get; }

    /// <summary>Gets the thread that uses the private key, so that other threads do not wait.</summary>
    internal KeyWorker Worker { get; } = new();

    /// <summary>Signs the data of a peer, to prove that this end has the key.</summary>
    /// <param name="certificate">The peer's certificate.</param>
    /// <param name="nonce">The peer's nonce.</param>
    /// <exception cref="Transport.TransportException">Too many operations wait for the key.</exception>
    public async Task<SignatureData> SignAsync(ReadOnlyMemory<byte> certificate, ReadOnlyMemory<byte> nonce)
    {
        byte[] signature = new byte[Certificate.KeyLength];
        await Worker.RunAsync(() => Sign([.. certificate.Span, .. nonce.Span], signature)).ConfigureAwait(false);
        return new SignatureData(SecurityPolicies.RsaSha256, signature);
    }

    public void Dispose()
    {
        Worker.Dispose();
        lock (_key)
            _key.Dispose();
    }

    /// <summary>Signs data. This takes a millisecond or more.</summary>
    internal void Sign(ReadOnlySpan<byte> data, Span<byte> signature)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(data, hash);
        lock (_key)
            _key.SignHash(hash, signature, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
    }

    /// <summary>Decrypts a block. This takes a millisecond or more.</summary>
    /// <returns><see langword="false"/> if it was not encrypted for this key, or has another length.</returns>
    internal bool TryDecrypt(ReadOnlySpan<byte> cipher, Span<byte> plain, int length)
    {
        try
        {
            lock (_key)
                return _key.Decrypt(cipher, plain, RSAEncryptionPadding.OaepSHA1) == length;
        }
        catch (CryptographicException)
        {
            return false;
        }
    }
}
