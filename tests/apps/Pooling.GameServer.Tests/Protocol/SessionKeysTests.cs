using System.Security.Cryptography;

namespace Pooling.GameServer.Protocol;

public sealed class SessionKeysTests : IDisposable
{
    private readonly ECDiffieHellman _client = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
    private readonly ECDiffieHellman _server = ECDiffieHellman.Create(ECCurve.NamedCurves.nistP256);
    private readonly byte[] _clientRandom = RandomNumberGenerator.GetBytes(SessionKeys.RandomLength);
    private readonly byte[] _serverRandom = RandomNumberGenerator.GetBytes(SessionKeys.RandomLength);

    public void Dispose()
    {
        _server.Dispose();
        _client.Dispose();
    }

    [Fact]
    public void Derive_BothEnds_GiveTheSameKeys()
    {
        SessionKeys client = OfClient(SessionKeys.ExportPublicKey(_server), _serverRandom);
        SessionKeys server = OfServer();

        Assert.Equal(client.ClientToServer.ToArray(), server.ClientToServer.ToArray());
        Assert.Equal(client.ServerToClient.ToArray(), server.ServerToClient.ToArray());
        Assert.NotEqual(client.ClientToServer.ToArray(), client.ServerToClient.ToArray());
        Assert.True(client.Confirms(ofServer: true, server.Confirmation(ofServer: true)));
        Assert.True(server.Confirms(ofServer: false, client.Confirmation(ofServer: false)));
        Assert.False(server.Confirms(ofServer: false, client.Confirmation(ofServer: true)));
    }

    [Fact]
    public void Confirms_AnotherHandshake_ReturnsFalse()
    {
        byte[] otherRandom = [.. _serverRandom];
        otherRandom[0] ^= 1;

        Assert.False(OfServer().Confirms(ofServer: false,
            OfClient(SessionKeys.ExportPublicKey(_server), otherRandom).Confirmation(ofServer: false)));
    }

    [Fact]
    public void Derive_PointOffTheCurve_Throws()
    {
        byte[] point = SessionKeys.ExportPublicKey(_server);
        point[64] ^= 1;

        Assert.ThrowsAny<CryptographicException>(() => OfClient(point, _serverRandom));
    }

    [Theory]
    [InlineData(64, 32)]
    [InlineData(66, 32)]
    [InlineData(0, 32)]
    [InlineData(65, 31)]
    [InlineData(65, 0)]
    public void Derive_WrongLengths_Throws(int pointLength, int randomLength)
    {
        byte[] point = new byte[pointLength];
        SessionKeys.ExportPublicKey(_server).AsSpan(0, Math.Min(pointLength, 65)).CopyTo(point);

        Assert.ThrowsAny<CryptographicException>(() => OfClient(point, new byte[randomLength]));
    }

    /// <summary>Checks a header that was changed in transit, so that the server uses an older version than the client offered.</summary>
    [Theory]
    [InlineData(Opcode.Hello, PacketFlags.Handshake, 1, ProtocolLimits.Version + 1)]
    [InlineData(Opcode.Hello, PacketFlags.Handshake, 2, ProtocolLimits.Version)]
    [InlineData(Opcode.Hello, PacketFlags.Clear, 1, ProtocolLimits.Version)]
    [InlineData(Opcode.Login, PacketFlags.Handshake, 1, ProtocolLimits.Version)]
    public void Derive_HeaderChangedOnTheWay_GivesOtherKeysAndNoConfirmation(ushort type, byte flags, byte protocol, byte version)
    {
        var offered = new PacketHeader(type, flags, protocol, version);
        HandshakeHeaders current = HandshakeHeaders.Current;
        foreach (HandshakeHeaders ofClient in (HandshakeHeaders[])[current with { Hello = offered }, current with { Answer = offered }])
        {
            SessionKeys client = SessionKeys.Derive(_client, isServer: false, _clientRandom, SessionKeys.ExportPublicKey(_server),
                _serverRandom, ofClient);
            SessionKeys server = OfServer();

            Assert.False(client.Confirms(ofServer: true, server.Confirmation(ofServer: true)));
            Assert.False(server.Confirms(ofServer: false, client.Confirmation(ofServer: false)));
            Assert.NotEqual(client.ClientToServer.ToArray(), server.ClientToServer.ToArray());
        }
    }

    private SessionKeys OfClient(byte[] point, byte[] random) =>
        SessionKeys.Derive(_client, isServer: false, _clientRandom, point, random, HandshakeHeaders.Current);

    private SessionKeys OfServer() =>
        SessionKeys.Derive(_server, isServer: true, _serverRandom, SessionKeys.ExportPublicKey(_client), _clientRandom,
            HandshakeHeaders.Current);
}
