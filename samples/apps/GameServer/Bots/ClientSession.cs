using System.Security.Cryptography;
using Google.Protobuf;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Bots;

/// <summary>The client's side of the protocol. It accepts one answer to its hello, and no unencrypted packet after the keys
/// exist.</summary>
/// <remarks>A second answer, even a repetition of the first, would restart the nonce counters: a man in the middle could make the client
/// reuse a nonce. One thread receives; sending starts when there are keys.</remarks>
internal sealed class ClientSession : IDisposable
{
    private readonly ECDiffieHellman _pair = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
    private readonly byte[] _random = RandomNumberGenerator.GetBytes(SessionKeys.RandomLength);
    private PacketHeader _answer; // the header of the server's answer
    private PacketOpener? _opener;
    private SessionKeys? _keys;
    private bool _saidHello;

    /// <summary>The minimum number of packets that the server must send under a key.</summary>
    public long MinPacketsPerKey { get; init; } = ProtocolLimits.MinPacketsPerKey;

    /// <summary>Encrypts what the client sends; <see langword="null"/> before there are keys.</summary>
    public PacketSealer? Sealer { get; private set; }

    /// <summary>Creates the hello, once.</summary>
    public byte[] CreateHello()
    {
        _saidHello = true;
        var hello = new Hello
        {
            PublicKey = UnsafeByteOperations.UnsafeWrap(SessionKeys.ExportPublicKey(_pair)),
            Random = UnsafeByteOperations.UnsafeWrap(_random),
        };
        return PacketFrame.Create(HandshakeHeaders.Current.Hello, hello, sealer: null);
    }

    /// <summary>Creates the login, after the answer.</summary>
    public byte[] CreateLogin(string name) => PacketFrame.Create(
        new PacketHeader(Opcode.Login, PacketFlags.Encrypted),
        new Login { Name = name, Confirmation = UnsafeByteOperations.UnsafeWrap(_keys!.Confirmation(ofServer: false)) },
        Sealer);

    /// <summary>Checks a packet's header, and decrypts its payload.</summary>
    /// <param name="header">The header.</param>
    /// <param name="payload">The payload, which is overwritten.</param>
    /// <param name="content">The decrypted payload, a part of <paramref name="payload"/>.</param>
    /// <returns>The error; <see langword="null"/> if there is none.</returns>
    public string? Open(PacketHeader header, Span<byte> payload, out Span<byte> content)
    {
        content = payload;
        if (header.Protocol != ProtocolLimits.Protocol || header.Version != ProtocolLimits.Version)
            return $"packet {header.Type:X} has version {header.Version}";

        if (_opener is { } opener)
        {
            if (header.Flags != PacketFlags.Encrypted || header.Type == Opcode.HelloAck)
                return $"packet {header.Type:X} is not encrypted";

            OpenStatus status = opener.Open(header, payload, out content);
            return status == OpenStatus.Opened ? null : $"a payload is {status}";
        }

        bool isAnswer = header is { Type: Opcode.HelloAck, Flags: PacketFlags.Handshake } && _saidHello;
        _answer = isAnswer ? header : _answer;
        return isAnswer || header is { Type: Opcode.Disconnect, Flags: PacketFlags.Clear }
            ? null
            : $"packet {header.Type:X} is not encrypted";
    }

    /// <summary>Processes the server's answer.</summary>
    /// <returns><see langword="false"/> if the server has different keys.</returns>
    public bool Accept(HelloAck answer)
    {
        var headers = new HandshakeHeaders(HandshakeHeaders.Current.Hello, _answer);
        var keys = SessionKeys.Derive(_pair, isServer: false, _random, answer.PublicKey.Span, answer.Random.Span, headers);
        if (!keys.Confirms(ofServer: true, answer.Confirmation.Span))
        {
            keys.Dispose();
            return false;
        }

        _keys = keys;
        _opener = new PacketOpener(keys.ServerToClient, MinPacketsPerKey);
        Sealer = new PacketSealer(keys.ClientToServer);
        return true;
    }

    public void Dispose()
    {
        _opener?.Dispose();
        Sealer?.Dispose();
        _keys?.Dispose();
        _pair.Dispose();
    }
}
