using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Transport;

namespace OpcUa.Protocol.Security;

/// <summary>Checks that the certificates of peers are valid and trusted. Each is parsed once. Any thread may use it.</summary>
/// <param name="store">The folder of the trusted certificates, or <see langword="null"/> for none.</param>
/// <param name="acceptsAny">Whether every certificate is trusted: for tests, or in a trusted network.</param>
public sealed class CertificateValidator(CertificateStore? store, bool acceptsAny = false)
{
    private const int MaxKept = 1000;

    private readonly Dictionary<Thumbprint, Certificate> _known = []; // also the lock for both
    private readonly Queue<Thumbprint> _order = [];

    /// <summary>Gets a validator that trusts every valid certificate.</summary>
    public static CertificateValidator AcceptAny { get; } = new(null, acceptsAny: true);

    /// <summary>Validates a certificate.</summary>
    /// <param name="chain">The certificate, or a chain that starts with it.</param>
    /// <exception cref="TransportException">The certificate is not valid, or not trusted.</exception>
    public Certificate Validate(ReadOnlySpan<byte> chain)
    {
        ReadOnlySpan<byte> der = Certificate.First(chain);
        Thumbprint thumbprint = Thumbprint.Of(der);
        Certificate certificate = Find(thumbprint, der) ?? Certificate.Parse(der);
        DateTime now = DateTime.UtcNow;
        if (now < certificate.NotBefore || now > certificate.NotAfter)
        {
            throw new TransportException(StatusCodes.BadCertificateTimeInvalid,
                $"The certificate of {certificate.Subject} is valid from {certificate.NotBefore:u} to {certificate.NotAfter:u}.");
        }

        if (!acceptsAny && store?.IsTrusted(certificate) != true)
        {
            store?.Reject(certificate);
            throw new TransportException(StatusCodes.BadCertificateUntrusted,
                $"The certificate {thumbprint} of {certificate.Subject} is not trusted.");
        }

        Keep(thumbprint, certificate);
        return certificate;
    }

    private Certificate? Find(Thumbprint thumbprint, ReadOnlySpan<byte> der)
    {
        lock (_known)
            return _known.TryGetValue(thumbprint, out Certificate? known) && known.Der.SequenceEqual(der) ? known : null;
    }

    private void Keep(Thumbprint thumbprint, Certificate certificate)
    {
        lock (_known)
        {
            if (!_known.TryAdd(thumbprint, certificate))
                return;

            _order.Enqueue(thumbprint);
            if (_order.Count > MaxKept)
                _known.Remove(_order.Dequeue());
        }
    }
}
