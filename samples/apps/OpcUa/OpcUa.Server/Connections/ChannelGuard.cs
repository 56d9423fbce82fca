using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Connections;

/// <summary>Limits the secured channels that the clients of an address open.</summary>
internal sealed class ChannelGuard(ServerSecurity security, AddressBook book, AddressEntry address) : IChannelGuard
{
    public ApplicationCertificate Own => security.Certificate;

    public void Admit(bool isRenewal)
    {
        if (!book.TryUseKey(address, isRenewal))
            throw new TransportException(StatusCodes.BadTcpServerTooBusy, "Too many channels are being opened. Try again later.");
    }

    public Certificate Validate(ReadOnlySpan<byte> certificate)
    {
        try
        {
            return security.Clients.Validate(certificate);
        }
        catch (TransportException exception)
        {
            // The client is not informed which certificates are trusted (OPC 10000-4, 6.1.3). The folder of rejected ones holds the
            // details.
            throw new TransportException(StatusCodes.BadSecurityChecksFailed, "The certificate is not accepted.", exception);
        }
    }
}
