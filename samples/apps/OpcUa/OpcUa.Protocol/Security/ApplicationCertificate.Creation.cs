using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace OpcUa.Protocol.Security;

/// <content>Creation and loading.</content>
public sealed partial class ApplicationCertificate
{
    private const int YearsOfValidity = 5;

    /// <summary>Creates a key and a certificate that is signed with it. This takes some time.</summary>
    /// <param name="applicationUri">The URI of the application, which peers compare with its description.</param>
    /// <param name="name">Its display name.</param>
    /// <param name="keyBits">The length of the key.</param>
    /// <param name="notBefore">The start of the validity; a day ago by default, to allow for slow clocks.</param>
    /// <param name="notAfter">The end of the validity.</param>
    public static ApplicationCertificate Create(
        string applicationUri, string name, int keyBits = Certificate.MinKeyBits,
        DateTimeOffset? notBefore = null, DateTimeOffset? notAfter = null)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(keyBits, Certificate.MinKeyBits);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(keyBits, Certificate.MaxKeyBits);

        RSA key = RSA.Create(keyBits);
        var subject = new X500DistinguishedNameBuilder();
        subject.AddCommonName(name);
        var request = new CertificateRequest(subject.Build(), key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddUri(new Uri(applicationUri));
        names.AddDnsName("localhost");
        names.AddIpAddress(IPAddress.Loopback);
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(false, false, 0, critical: true));
        request.CertificateExtensions.Add(new X509KeyUsageExtension(
            X509KeyUsageFlags.DigitalSignature | X509KeyUsageFlags.NonRepudiation | X509KeyUsageFlags.KeyEncipherment
            | X509KeyUsageFlags.DataEncipherment | X509KeyUsageFlags.KeyCertSign,
            critical: true));
        request.CertificateExtensions.Add(new X509EnhancedKeyUsageExtension(
            [new Oid("1.3.6.1.5.5.7.3.1"), new Oid("1.3.6.1.5.5.7.3.2")], critical: false)); // server and client
        request.CertificateExtensions.Add(new X509SubjectKeyIdentifierExtension(request.PublicKey, critical: false));
        DateTimeOffset now = DateTimeOffset.UtcNow;
        using X509Certificate2 certificate = request.CreateSelfSigned(
            notBefore ?? now.AddDays(-1), notAfter ?? now.AddYears(YearsOfValidity));
        return new ApplicationCertificate(Certificate.Parse(certificate.RawData), key);
    }

    /// <summary>Reads a certificate and its key.</summary>
    /// <exception cref="CryptographicException">The certificate or the key is missing, or they do not match.</exception>
    public static ApplicationCertificate FromPem(string text)
    {
        using X509Certificate2 certificate = X509Certificate2.CreateFromPem(text, text);
        RSA key = certificate.GetRSAPrivateKey() ?? throw new CryptographicException("The certificate has no RSA key.");
        return new ApplicationCertificate(Certificate.Parse(certificate.RawData), key);
    }

    /// <summary>Returns the certificate with its private key, which must be kept secret.</summary>
    public string ToPem()
    {
        lock (_key)
            return $"{PemEncoding.WriteString("CERTIFICATE", Certificate.Der)}\n{_key.ExportPkcs8PrivateKeyPem()}\n";
    }
}
