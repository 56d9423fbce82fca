using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Sessions;

namespace OpcUa.Server.Connections;

/// <content>The signatures of sessions, by which both ends prove that they have the keys of their certificates.</content>
internal sealed partial class ServerConnection
{
    private const int MinNonce = 32;
    private const int MaxNonce = 128;

    private bool _hasSigned; // for a session of this channel
    private Task _signing = Task.CompletedTask; // the responses that wait for their signatures, in order

    /// <summary>Checks the client that creates a session.</summary>
    private void CheckClient(CreateSessionRequest request)
    {
        if (_mode == MessageSecurityMode.None)
        {
            if (Security?.Offers(_mode) == false)
                throw new ServiceException(StatusCodes.BadSecurityModeRejected, request.Header);

            return;
        }

        Certificate client = _transport.Peer!;
        if (!Certificate.First(request.ClientCertificate).SequenceEqual(client.Der))
            throw new ServiceException(StatusCodes.BadCertificateInvalid, request.Header);

        if (request.ClientDescription.ApplicationUri is not { } uri || uri != client.ApplicationUri)
            throw new ServiceException(StatusCodes.BadCertificateUriInvalid, request.Header);

        if (request.ClientNonce is not { Length: >= MinNonce and <= MaxNonce })
            throw new ServiceException(StatusCodes.BadNonceInvalid, request.Header);

        // The first one was admitted with the channel, since a client should not be rejected between the two.
        if (_hasSigned && !_context.Book.TryUseKey(_address, isKnown: false))
            throw new ServiceException(StatusCodes.BadTcpServerTooBusy, request.Header);

        _hasSigned = true;
    }

    /// <summary>Checks that a session is activated by the client that created it. Call it under the lock of the session.</summary>
    private void CheckSignature(Session session, ActivateSessionRequest request)
    {
        Certificate? client = _transport.Peer;
        if (client is null && session.Client is null)
            return;

        if (client is null || session.Client is null || !client.Der.SequenceEqual(session.Client.Der))
            throw new ServiceException(StatusCodes.BadSecurityChecksFailed, request.Header);

        if (request.ClientSignature is not { Algorithm: SecurityPolicies.RsaSha256, Signature: { } signature }
            || !client.Verify([.. Security!.Certificate.Certificate.Der, .. session.ServerNonce], signature))
        {
            throw new ServiceException(StatusCodes.BadApplicationSignatureInvalid, request.Header);
        }
    }

    /// <summary>Signs a response on the thread of the key, and sends it.</summary>
    private async Task SendSigned(Task before, uint requestId, CreateSessionResponse response, byte[] certificate, byte[] nonce)
    {
        await before.ConfigureAwait(false);
        try
        {
            response.ServerSignature = await Security!.Certificate.SignAsync(certificate, nonce).ConfigureAwait(false);
            Send(requestId, response);
        }
        catch (TransportException exception)
        {
            Fail(exception.Status, exception.Message);
        }
        catch (Exception exception)
        {
            Fail(StatusCodes.BadInternalError, exception.GetType().Name);
        }
    }
}
