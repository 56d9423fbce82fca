using System.Buffers.Binary;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Services.Sessions;
using OpcUa.Protocol.Transport;
using Pooling.Buffers;
using Pooling.OpcUa.Security;

namespace Pooling.OpcUa.BadInput;

/// <summary>The security of one end of a channel, controlled by a test. Valid or invalid data of the test is sealed as the other end
/// expects it.</summary>
internal sealed class PeerSecurity : IChannelGuard, IDisposable
{
    private readonly AsymmetricSecurity _openings; // of the other end
    private ChannelToken? _token;
    private byte[]? _peerNonce;

    public PeerSecurity(MessageSecurityMode mode, bool isServer = false)
    {
        Mode = mode;
        Own = isServer ? TestCertificates.Server : TestCertificates.Client;
        Peer = (isServer ? TestCertificates.Client : TestCertificates.Server).Certificate;
        Nonce = mode == MessageSecurityMode.None ? null : ChannelKeys.CreateNonce();
        _openings = new AsymmetricSecurity(Own, Peer, isOutgoing: false);
    }

    public MessageSecurityMode Mode { get; }

    public bool IsSecured => Mode != MessageSecurityMode.None;

    public ApplicationCertificate Own { get; }

    public Certificate Peer { get; }

    /// <summary>Gets the nonce of this end.</summary>
    public byte[]? Nonce { get; }

    /// <summary>Gets the policy of the mode.</summary>
    public string Policy => IsSecured ? SecurityPolicies.Basic256Sha256 : SecurityPolicies.None;

    /// <summary>Gets the keys for the data that this end sends.</summary>
    public KeySet OutgoingKeys => KeySet.Derive(secret: _peerNonce, seed: Nonce);

    /// <summary>Creates a token with keys.</summary>
    public ChannelToken CreateToken(uint id, TimeSpan lifetime, byte[]? peerNonce) =>
        ChannelKeys.CreateToken(id, lifetime, Mode, Nonce, peerNonce);

    /// <summary>Starts to seal and open chunks.</summary>
    public void Use(byte[]? peerNonce)
    {
        Dispose();
        _peerNonce = peerNonce;
        _token = CreateToken(1, TimeSpan.FromHours(1), peerNonce);
    }

    /// <summary>Seals a chunk of MSG or CLO; leaves it unchanged if there are no keys yet.</summary>
    /// <param name="plain">The headers and the body.</param>
    public byte[] Seal(byte[] plain) => _token is null ? plain : Seal(plain, ChunkLayout.TokenHeader, _token.Outgoing);

    /// <summary>Opens a chunk of MSG or CLO.</summary>
    /// <returns>The headers and the body.</returns>
    public byte[] Open(byte[] chunk) => _token is null ? chunk : chunk[.._token.Incoming.Open(chunk, ChunkLayout.TokenHeader)];

    /// <summary>Creates an OPN.</summary>
    /// <param name="channel">The channel.</param>
    /// <param name="sequence">The number of the chunk.</param>
    /// <param name="requestId">The number of the request.</param>
    /// <param name="body">The message.</param>
    /// <param name="seal">Seals the chunk, if not in the correct way.</param>
    public byte[] SealOpening(uint channel, uint sequence, uint requestId, byte[] body, Func<byte[], int, byte[]>? seal = null)
    {
        using var plain = new PooledArrayBufferWriter<byte>();
        var encoder = new BinaryEncoder(plain);
        encoder.WriteUInt32(channel);
        encoder.WriteString(Policy);
        encoder.WriteByteString(IsSecured ? Own.Certificate.Der.ToArray() : null);
        byte[] thumbprint = new byte[Thumbprint.Length];
        Peer.Thumbprint.CopyTo(thumbprint);
        encoder.WriteByteString(IsSecured ? thumbprint : null);
        int readable = ChunkLayout.MessageHeader + plain.WrittenCount;
        encoder.WriteUInt32(sequence);
        encoder.WriteUInt32(requestId);
        byte[] chunk = Frame("OPNF", [.. plain.WrittenSpan, .. body]);
        if (!IsSecured)
            return chunk;

        using var security = new AsymmetricSecurity(Own, Peer, isOutgoing: true);
        return seal is null ? Seal(chunk, readable, security) : seal(chunk, readable);
    }

    /// <summary>Opens an OPN.</summary>
    /// <returns>The number of the request, and the message.</returns>
    public (uint RequestId, byte[] Body) OpenOpening(byte[] chunk)
    {
        AsymmetricHeader header = AsymmetricHeader.Read(chunk);
        int end = header.SenderCertificate.IsEmpty ? chunk.Length : _openings.Open(chunk, header.Readable);
        uint requestId = BinaryPrimitives.ReadUInt32LittleEndian(chunk.AsSpan(header.Readable + sizeof(uint)));
        return (requestId, chunk[(header.Readable + ChunkLayout.SequenceHeader)..end]);
    }

    /// <summary>Creates a request for a session.</summary>
    public CreateSessionRequest CreateSession() => IsSecured
        ? new CreateSessionRequest
        {
            ClientDescription = new ApplicationDescription(Own.Certificate.ApplicationUri, ApplicationType: ApplicationType.Client),
            ClientCertificate = Own.Certificate.Der.ToArray(),
            ClientNonce = ChannelKeys.CreateNonce(),
        }
        : new CreateSessionRequest();

    /// <summary>Creates a request to activate a session.</summary>
    public async Task<ActivateSessionRequest> ActivateAsync(CreateSessionResponse created) => IsSecured
        ? new ActivateSessionRequest { ClientSignature = await Own.SignAsync(created.ServerCertificate, created.ServerNonce) }
        : new ActivateSessionRequest();

    public void Dispose()
    {
        _token?.Incoming.Dispose();
        _token?.Outgoing.Dispose();
    }

    void IChannelGuard.Admit(bool isRenewal)
    {
        // The test requires invalid data.
    }

    Certificate IChannelGuard.Validate(ReadOnlySpan<byte> certificate) => Peer;

    /// <summary>Adds a header with the size before bytes.</summary>
    public static byte[] Frame(string type, byte[] body, uint? size = null)
    {
        var frame = new byte[ChunkLayout.MessageHeader + body.Length];
        System.Text.Encoding.ASCII.GetBytes(type, frame);
        BinaryPrimitives.WriteUInt32LittleEndian(frame.AsSpan(4), size ?? (uint)frame.Length);
        body.CopyTo(frame, ChunkLayout.MessageHeader);
        return frame;
    }

    private static byte[] Seal(byte[] plain, int readable, IChunkSecurity security)
    {
        var chunk = new byte[ChunkLayout.Of(plain.Length, readable, security).SealedLength(plain.Length)];
        plain.CopyTo(chunk, 0);
        BinaryPrimitives.WriteInt32LittleEndian(chunk.AsSpan(4), chunk.Length);
        security.Seal(chunk, readable, plain.Length);
        return chunk;
    }
}
