using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Security;

public class CertificateTests
{
    [Fact]
    public void Create_SaysWhoseItIs()
    {
        Certificate certificate = TestCertificates.Client.Certificate;
        Assert.Equal((TestCertificates.ClientUri, 256), (certificate.ApplicationUri, certificate.KeyLength));
        Assert.InRange(DateTime.UtcNow, certificate.NotBefore, certificate.NotAfter);
        Assert.Equal(Convert.ToHexString(SHA1.HashData(certificate.Der)), certificate.Thumbprint.ToString());
    }

    [Fact]
    public void Parse_OfAChain_TakesTheFirst()
    {
        byte[] chain = [.. TestCertificates.Client.Certificate.Der, .. TestCertificates.Server.Certificate.Der];
        Assert.Equal(TestCertificates.ClientUri, Certificate.Parse(chain).ApplicationUri);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    [InlineData(100)]
    public void Parse_OfHalfACertificate_Throws(int length)
    {
        byte[] half = TestCertificates.Client.Certificate.Der[..length].ToArray();
        Assert.Equal(StatusCodes.BadCertificateInvalid, Assert.Throws<TransportException>(() => Certificate.Parse(half)).Status);
    }

    [Fact]
    public void Parse_OfAShortKey_Throws()
    {
        using RSA key = RSA.Create(1024);
        Assert.Equal(StatusCodes.BadCertificateUseNotAllowed, Refused(key, X509KeyUsageFlags.DigitalSignature));
    }

    [Fact]
    public void Parse_OfACertificateThatMayNotSign_Throws()
    {
        using RSA key = RSA.Create(2048);
        Assert.Equal(StatusCodes.BadCertificateUseNotAllowed, Refused(key, X509KeyUsageFlags.CrlSign));
    }

    [Fact]
    public void Validate_OfAnExpiredCertificate_Throws()
    {
        using var own = ApplicationCertificate.Create(
            TestCertificates.ClientUri, "late", notBefore: DateTimeOffset.UtcNow.AddDays(-2), notAfter: DateTimeOffset.UtcNow.AddDays(-1));
        byte[] der = own.Certificate.Der.ToArray();
        TransportException exception = Assert.Throws<TransportException>(() => CertificateValidator.AcceptAny.Validate(der));
        Assert.Equal(StatusCodes.BadCertificateTimeInvalid, exception.Status);
    }

    [Fact]
    public void Validate_OfTheSameOne_ParsesItOnce()
    {
        var validator = new CertificateValidator(null, acceptsAny: true);
        byte[] der = TestCertificates.Client.Certificate.Der.ToArray();
        Assert.Same(validator.Validate(der), validator.Validate(der.ToArray()));
    }

    [Fact]
    public void Validate_UntilItIsTrusted_RejectsAndKeepsIt()
    {
        using var folder = new TemporaryFolder();
        var store = new CertificateStore(folder.Path);
        var validator = new CertificateValidator(store);
        Certificate certificate = TestCertificates.Client.Certificate;
        byte[] der = certificate.Der.ToArray();
        TransportException exception = Assert.Throws<TransportException>(() => validator.Validate(der));
        Assert.Equal(StatusCodes.BadCertificateUntrusted, exception.Status);

        string name = $"{certificate.Thumbprint}.der";
        File.Move(Path.Combine(folder.Path, "rejected", name), Path.Combine(folder.Path, "trusted", name));
        Assert.Equal(der, validator.Validate(der).Der.ToArray());

        byte[] other = TestCertificates.Server.Certificate.Der.ToArray();
        File.WriteAllBytes(Path.Combine(folder.Path, "trusted", name), other); // the name alone is not sufficient
        Assert.Throws<TransportException>(() => validator.Validate(der));
    }

    [Fact]
    public void LoadOrCreate_TheSecondTime_LoadsWhatWasMade()
    {
        using var folder = new TemporaryFolder();
        var store = new CertificateStore(folder.Path);
        using ApplicationCertificate made = store.LoadOrCreate("urn:a", "a");
        using ApplicationCertificate loaded = store.LoadOrCreate("urn:a", "a");
        Assert.Equal(made.Certificate.Der.ToArray(), loaded.Certificate.Der.ToArray());
        var signature = new byte[256];
        loaded.Sign("data"u8, signature);
        Assert.True(made.Certificate.Verify("data"u8, signature));
        Assert.Throws<IOException>(() => store.LoadOrCreate("urn:b", "b"));
        if (!OperatingSystem.IsWindows())
        {
            Assert.Equal(
                UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(Path.Combine(folder.Path, "own", "private.pem")));
        }
    }

    [Fact]
    public void LoadOrCreate_ByManyAtOnce_GivesAllTheSame()
    {
        using var folder = new TemporaryFolder();
        var found = new string[4];
        Parallel.For(0, found.Length, i =>
        {
            using ApplicationCertificate own = new CertificateStore(folder.Path).LoadOrCreate("urn:a", "a");
            found[i] = own.Certificate.Thumbprint.ToString();
        });
        Assert.Single(found.Distinct());
        Assert.Equal(2, Directory.GetFiles(Path.Combine(folder.Path, "own")).Length);
    }

    private static StatusCode Refused(RSA key, X509KeyUsageFlags usage)
    {
        var request = new CertificateRequest("CN=wrong", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(new X509KeyUsageExtension(usage, critical: true));
        using X509Certificate2 certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow, DateTimeOffset.UtcNow.AddDays(1));
        byte[] der = certificate.RawData;
        return Assert.Throws<TransportException>(() => Certificate.Parse(der)).Status;
    }
}
