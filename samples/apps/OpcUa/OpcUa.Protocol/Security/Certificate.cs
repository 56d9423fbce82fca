using System.Buffers.Binary;
using System.Formats.Asn1;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Transport;

namespace OpcUa.Protocol.Security;

/// <summary>The certificate of an application, with its public key. Any thread may use it.</summary>
public sealed class Certificate
{
    public const int MinKeyBits = 2048;
    public const int MaxKeyBits = 4096;

    private const int MaxExponent = sizeof(uint); // a long one would only slow down the verification
    private const string SubjectAlternativeNames = "2.5.29.17";
    private static readonly Asn1Tag s_uri = new(TagClass.ContextSpecific, 6);

    private readonly byte[] _der;
    private readonly RSA _key; // for one thread at a time; also used as the lock

    private Certificate(X509Certificate2 certificate, RSA key)
    {
        _der = certificate.RawData;
        _key = key;
        Thumbprint = Thumbprint.Of(_der);
        KeyLength = key.KeySize / 8;
        NotBefore = certificate.NotBefore.ToUniversalTime();
        NotAfter = certificate.NotAfter.ToUniversalTime();
        Subject = certificate.Subject;
        ApplicationUri = UriOf(certificate);
    }

    /// <summary>Gets the certificate in its transmitted form.</summary>
    public ReadOnlySpan<byte> Der => _der;

    /// <summary>Gets the length in bytes of the key, a signature and an encrypted block.</summary>
    public int KeyLength { get; }

    public string Subject { get; }

    /// <summary>Gets the URI of the application that it belongs to, or <see langword="null"/> if it has none.</summary>
    public string? ApplicationUri { get; }

    public DateTime NotBefore { get; }

    public DateTime NotAfter { get; }

    internal Thumbprint Thumbprint { get; }

    /// <summary>Reads a certificate, or the first one of a chain.</summary>
    /// <exception cref="TransportException">The data is not a certificate, or its key is not supported.</exception>
    public static Certificate Parse(ReadOnlySpan<byte> chain)
    {
        try
        {
            using X509Certificate2 certificate = X509CertificateLoader.LoadCertificate(First(chain));
            RSA? key = certificate.GetRSAPublicKey();
            if (key is null || !IsUsable(key) || !MaySign(certificate))
            {
                key?.Dispose();
                throw new TransportException(StatusCodes.BadCertificateUseNotAllowed,
                    $"A certificate for signing needs an RSA key of {MinKeyBits} to {MaxKeyBits} bits: {certificate.Subject}");
            }

            return new Certificate(certificate, key);
        }
        catch (Exception exception) when (exception is CryptographicException or AsnContentException)
        {
            throw new TransportException(StatusCodes.BadCertificateInvalid, "A certificate cannot be read.", exception);
        }
    }

    /// <summary>Returns the first certificate of a chain, according to the length at its start.</summary>
    public static ReadOnlySpan<byte> First(ReadOnlySpan<byte> chain)
    {
        if (chain.Length < 4 || chain[0] != 0x30 || chain[1] != 0x82)
            return chain; // too short for a supported key

        int length = 4 + BinaryPrimitives.ReadUInt16BigEndian(chain[2..]);
        return length < chain.Length ? chain[..length] : chain;
    }

    /// <summary>Verifies a signature. This takes a fraction of a millisecond.</summary>
    public bool Verify(ReadOnlySpan<byte> data, ReadOnlySpan<byte> signature)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(data, hash);
        lock (_key)
            return _key.VerifyHash(hash, signature, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
    }

    internal void Encrypt(ReadOnlySpan<byte> plain, Span<byte> cipher)
    {
        lock (_key)
            _key.Encrypt(plain, cipher, RSAEncryptionPadding.OaepSHA1);
    }

    private static bool IsUsable(RSA key) =>
        key.KeySize is >= MinKeyBits and <= MaxKeyBits && key.KeySize % 8 == 0
        && key.ExportParameters(includePrivateParameters: false).Exponent!.Length <= MaxExponent;

    private static bool MaySign(X509Certificate2 certificate)
    {
        foreach (X509Extension extension in certificate.Extensions)
        {
            if (extension is X509KeyUsageExtension { KeyUsages: var usages } && !usages.HasFlag(X509KeyUsageFlags.DigitalSignature))
                return false;
        }

        return true;
    }

    private static string? UriOf(X509Certificate2 certificate)
    {
        foreach (X509Extension extension in certificate.Extensions)
        {
            if (extension.Oid?.Value != SubjectAlternativeNames)
                continue;

            AsnReader names = new AsnReader(extension.RawData, AsnEncodingRules.DER).ReadSequence();
            while (names.HasData)
            {
                if (names.PeekTag() == s_uri)
                    return names.ReadCharacterString(UniversalTagNumber.IA5String, s_uri);

                names.ReadEncodedValue();
            }
        }

        return null;
    }
}
