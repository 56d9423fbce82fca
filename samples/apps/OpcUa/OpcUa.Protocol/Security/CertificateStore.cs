using System.Security.Cryptography;

namespace OpcUa.Protocol.Security;

/// <summary>A folder of certificates. <c>own/</c> holds the certificate and the key of this application, <c>trusted/</c> the certificates
/// of trusted peers by thumbprint, and <c>rejected/</c> those of other peers, from where they can be moved.</summary>
/// <remarks>Any thread and any process may use it.</remarks>
public sealed class CertificateStore
{
    private const int MaxRejected = 100;
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private readonly string _own;
    private readonly string _trusted;
    private readonly string _rejected;

    /// <exception cref="IOException">The folder cannot be created.</exception>
    public CertificateStore(string folder)
    {
        _own = Create(folder, "own");
        _trusted = Create(folder, "trusted");
        _rejected = Create(folder, "rejected");
    }

    /// <summary>Loads the certificate of this application, or creates it at first use.</summary>
    /// <param name="applicationUri">The URI of the application.</param>
    /// <param name="name">Its display name.</param>
    /// <exception cref="IOException">The certificate cannot be read or written, or belongs to another application.</exception>
    public ApplicationCertificate LoadOrCreate(string applicationUri, string name)
    {
        string file = Path.Combine(_own, "private.pem");
        if (!File.Exists(file))
            Make(file, applicationUri, name);

        ApplicationCertificate certificate;
        try
        {
            certificate = ApplicationCertificate.FromPem(File.ReadAllText(file));
        }
        catch (Exception exception) when (exception is CryptographicException or ArgumentException or Transport.TransportException)
        {
            throw new IOException($"{file} does not contain a certificate with its key: {exception.Message}", exception);
        }

        if (certificate.Certificate.ApplicationUri == applicationUri && DateTime.UtcNow < certificate.Certificate.NotAfter)
            return certificate;

        certificate.Dispose();
        throw new IOException($"{file} is the certificate of another application, or has expired. Delete the file to create a new one.");
    }

    /// <summary>Returns whether the certificate is among the trusted ones.</summary>
    public bool IsTrusted(Certificate certificate)
    {
        try
        {
            return certificate.Der.SequenceEqual(File.ReadAllBytes(FileOf(_trusted, certificate)));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    /// <summary>Adds a certificate to the trusted ones.</summary>
    public void Trust(Certificate certificate) => File.WriteAllBytes(FileOf(_trusted, certificate), certificate.Der);

    /// <summary>Stores a certificate in <c>rejected/</c>, unless there are many already.</summary>
    internal void Reject(Certificate certificate)
    {
        try
        {
            string file = FileOf(_rejected, certificate);
            if (!File.Exists(file) && Directory.EnumerateFiles(_rejected).Take(MaxRejected).Count() < MaxRejected)
                File.WriteAllBytes(file, certificate.Der);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It is rejected in any case.
        }
    }

    private static string Create(string folder, string name) => Directory.CreateDirectory(Path.Combine(folder, name)).FullName;

    private static string FileOf(string folder, Certificate certificate) => Path.Combine(folder, $"{certificate.Thumbprint}.der");

    // Written under another name first: no process reads a partial file, and if two processes create one, both use the first.
    private void Make(string file, string applicationUri, string name)
    {
        using var made = ApplicationCertificate.Create(applicationUri, name);
        string begun = $"{file}.{Guid.NewGuid():N}";
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = OwnerOnly;

        using (var writer = new StreamWriter(begun, options))
            writer.Write(made.ToPem());

        try
        {
            File.Move(begun, file, overwrite: false);
            File.WriteAllBytes(FileOf(_own, made.Certificate), made.Certificate.Der);
        }
        catch (IOException) when (File.Exists(file))
        {
            File.Delete(begun);
        }
    }
}
