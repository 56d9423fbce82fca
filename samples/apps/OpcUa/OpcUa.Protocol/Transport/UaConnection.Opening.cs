using System.Buffers.Binary;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;

namespace OpcUa.Protocol.Transport;

/// <content>The messages that open and renew a channel.</content>
/// <remarks>Secured messages take milliseconds, on the thread of the key. In the meantime this connection neither receives nor sends. Other
/// connections are not delayed.</remarks>
public sealed partial class UaConnection
{
    private const int MaxSecured = 2048; // each block takes one use of the private key; valid messages need at most half of this

    private volatile Opening? _opening; // the certificates of the channel; null for None

    /// <summary>Gets the certificate of the peer of a secured channel.</summary>
    public Certificate? Peer => _opening?.Peer;

    /// <summary>Secures the channel to be opened. A client must call it before it sends its HEL.</summary>
    /// <param name="peer">The server.</param>
    public void Secure(Certificate peer)
    {
        ArgumentNullException.ThrowIfNull(peer);

        _opening = new Opening(
            _guard?.Own ?? throw new InvalidOperationException("The connection has no guard with a certificate."), peer);
    }

    /// <summary>Starts the message that opens or renews the channel, or the response to it.</summary>
    /// <param name="requestId">The number of the request.</param>
    public MessageWriter BeginOpenChannel(uint requestId)
    {
        Opening? opening = _opening;
        int readable = opening is null
            ? AsymmetricHeader.LengthOf(NoSecurity.PolicyUri, default, default)
            : AsymmetricHeader.LengthOf(SecurityPolicies.Basic256Sha256Uri, opening.Own.Certificate.Der, opening.PeerThumbprint);
        IChunkSecurity security = opening is null ? NoSecurity.Instance : opening.Outgoing;
        return Begin(MessageType.OpenChannel, requestId, ChunkLayout.Of(Negotiated.SendBuffer, readable, security), 0);
    }

    private bool IsSecuredOpening(ReadOnlySpan<byte> chunk) =>
        _guard is not null && _isConnected && TypeOf(chunk) == MessageType.OpenChannel && chunk.Length >= ChunkLayout.ChannelHeader
        && AsymmetricHeader.Read(chunk).PolicyUri.SequenceEqual(SecurityPolicies.Basic256Sha256Uri);

    private void TakeOpenChannel(ArraySegment<byte> chunk, IMessageSink sink)
    {
        if (!_isConnected)
            throw new TransportException(StatusCodes.BadTcpMessageTypeInvalid, "An OPN arrived before HEL and ACK.");

        if (chunk.Count < ChunkLayout.ChannelHeader)
            throw new TransportException(StatusCodes.BadTcpMessageTooLarge, $"An OPN of {chunk.Count} bytes is too short for its headers.");

        CheckChannel(chunk);
        AsymmetricHeader header = AsymmetricHeader.Read(chunk);
        if (!header.PolicyUri.SequenceEqual(NoSecurity.PolicyUri) || _opening is not null)
            throw new TransportException(StatusCodes.BadSecurityPolicyRejected, "The security policy is not supported.");

        ReadOnlySpan<byte> body = OpenChunk(NoSecurity.Instance, chunk, header.Readable, out uint requestId);
        _assembly.CheckLength(body.Length, chunks: 1);
        sink.OnMessage(MessageType.OpenChannel, requestId, body);
    }

    private async ValueTask TakeSecuredOpening(ArraySegment<byte> chunk, IMessageSink sink)
    {
        Opening opening = Check(chunk, out int readable);
        int length = 0;
        await opening.Own.Worker.RunAsync(() => length = opening.Incoming.Open(chunk, readable)).ConfigureAwait(false);
        Take();

        void Take()
        {
            ReadOnlySpan<byte> body = CheckOpened(chunk, readable, length, out uint requestId);
            _assembly.CheckLength(body.Length, chunks: 1);
            _opening = opening; // the peer has proved that it has the key
            sink.OnMessage(MessageType.OpenChannel, requestId, body);
        }
    }

    /// <summary>Checks everything that can be checked without a key.</summary>
    private Opening Check(ReadOnlySpan<byte> chunk, out int readable)
    {
        CheckChannel(chunk);
        AsymmetricHeader header = AsymmetricHeader.Read(chunk);
        readable = header.Readable;
        if (chunk.Length - readable > MaxSecured)
        {
            throw new TransportException(StatusCodes.BadTcpMessageTooLarge,
                $"An OPN has {chunk.Length - readable} encrypted bytes; the limit is {MaxSecured}.");
        }

        ApplicationCertificate own = _guard!.Own;
        if (header.ReceiverThumbprint.Length != Thumbprint.Length
            || Thumbprint.Read(header.ReceiverThumbprint) != own.Certificate.Thumbprint)
        {
            throw new TransportException(StatusCodes.BadCertificateInvalid, "An OPN is secured for another certificate.");
        }

        Opening? before = _opening;
        if (before is null ? Channel.IsOpen : !Certificate.First(header.SenderCertificate).SequenceEqual(before.Peer.Der))
            throw new TransportException(StatusCodes.BadSecurityChecksFailed, "A channel must be renewed in the way it was opened.");

        _guard.Admit(Channel.IsOpen);
        Certificate peer = _guard.Validate(header.SenderCertificate); // each time, since it may have expired or may no longer be trusted
        return before ?? new Opening(own, peer);
    }

    private void CheckChannel(ReadOnlySpan<byte> chunk)
    {
        uint channel = BinaryPrimitives.ReadUInt32LittleEndian(chunk[8..]);
        if (_isServer && channel != Channel.Id) // 0 before it is open
            throw new TransportException(StatusCodes.BadTcpSecureChannelUnknown, $"The connection has no channel {channel}.");
    }

    private async ValueTask<ReadOnlyMemory<byte>> SealOpening(MessageWriter message, Opening opening)
    {
        ArraySegment<byte> chunk = message.GetChunk(0, out int length);
        WriteMessageHeader(message, index: 0, chunk);
        AsymmetricHeader.Write(chunk, SecurityPolicies.Basic256Sha256Uri, opening.Own.Certificate.Der, opening.PeerThumbprint);
        WriteChannelHeaders(message, chunk);
        await opening.Own.Worker.RunAsync(() => opening.Outgoing.Seal(chunk, message.Layout.Readable, length)).ConfigureAwait(false);
        return chunk;
    }

    /// <summary>The certificates with which a channel is opened and renewed.</summary>
    private sealed class Opening
    {
        public Opening(ApplicationCertificate own, Certificate peer)
        {
            Own = own;
            Peer = peer;
            Incoming = new AsymmetricSecurity(own, peer, isOutgoing: false);
            Outgoing = new AsymmetricSecurity(own, peer, isOutgoing: true);
            PeerThumbprint = new byte[Thumbprint.Length];
            peer.Thumbprint.CopyTo(PeerThumbprint);
        }

        public ApplicationCertificate Own { get; }

        public Certificate Peer { get; }

        public AsymmetricSecurity Incoming { get; }

        public AsymmetricSecurity Outgoing { get; }

        public byte[] PeerThumbprint { get; }
    }
}
