using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;
using OpcUa.Server.Hosting;

namespace OpcUa.Server.Connections;

/// <content>The channel.</content>
internal sealed partial class ServerConnection
{
    private MessageSecurityMode _mode = MessageSecurityMode.Invalid; // until it is open

    private ServerSecurity? Security => _context.Security;

    private void OpenChannel(uint requestId, ReadOnlySpan<byte> body)
    {
        var decoder = new BinaryDecoder(body);
        if (decoder.ReadNodeId() != new NodeId(OpenSecureChannelRequest.Id))
            throw new TransportException(StatusCodes.BadTcpMessageTypeInvalid, "An OPN does not hold a request to open a channel.");

        OpenSecureChannelRequest request = Decode<OpenSecureChannelRequest>(ref decoder);
        SecureChannel channel = _transport.Channel;
        CheckMode(request.SecurityMode);
        if (request.RequestType != (channel.IsOpen ? SecurityTokenRequestType.Renew : SecurityTokenRequestType.Issue))
            throw new TransportException(StatusCodes.BadRequestTypeInvalid, "A channel can be opened only once. Renew it instead.");

        byte[]? nonce = null;
        if (request.SecurityMode != MessageSecurityMode.None)
        {
            ChannelKeys.CheckNonce(request.ClientNonce);
            nonce = ChannelKeys.CreateNonce();
        }
        else if (!_context.Book.TryShakeHands(_address, isKnown: channel.IsOpen))
        {
            // Only here, because a secured channel was admitted before its key was used.
            throw new TransportException(StatusCodes.BadTcpServerTooBusy, "Too many channels are being opened. Try again later.");
        }

        (TimeSpan least, TimeSpan most) = _context.Limits.TokenLifetime;
        double lifetime = request.RequestedLifetime == 0
            ? most.TotalMilliseconds
            : Math.Clamp(request.RequestedLifetime, least.TotalMilliseconds, most.TotalMilliseconds);
        ChannelToken token = ChannelKeys.CreateToken(
            (channel.Newest?.Id ?? 0) + 1, TimeSpan.FromMilliseconds(lifetime), request.SecurityMode, nonce, request.ClientNonce);
        channel.Renew(channel.IsOpen ? channel.Id : _context.NextChannel(), token, isSentAtOnce: false);
        _mode = request.SecurityMode;
        MessageWriter message = _transport.BeginOpenChannel(requestId);
        message.Encoder.WriteMessage(Answer(new OpenSecureChannelResponse
        {
            SecurityToken = new ChannelSecurityToken(channel.Id, token.Id, DateTime.UtcNow, (uint)lifetime),
            ServerNonce = nonce,
        }, request.Header.RequestHandle));
        _transport.TrySend(message, isResponse: true);
    }

    private void CheckMode(MessageSecurityMode mode)
    {
        bool isOffered = mode switch
        {
            MessageSecurityMode.None => _transport.Peer is null,
            MessageSecurityMode.Sign or MessageSecurityMode.SignAndEncrypt => _transport.Peer is not null && Security!.Offers(mode),
            _ => false,
        };
        if (!isOffered || (_transport.Channel.IsOpen && mode != _mode))
            throw new TransportException(StatusCodes.BadSecurityModeRejected, "The server does not offer this security mode here.");
    }
}
