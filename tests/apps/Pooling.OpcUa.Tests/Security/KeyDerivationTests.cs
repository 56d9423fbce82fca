using System.Security.Cryptography;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Security;

public class KeyDerivationTests
{
    /// <summary>Checks the test vector for the PRF of TLS 1.2 with SHA-256, whose seed begins with a label.</summary>
    [Fact]
    public void Derive_OfAKnownVector_IsItsResult()
    {
        byte[] secret = Wire.Bytes("9b be 43 6b a9 40 f0 17 b1 76 52 84 9a 71 db 35");
        byte[] seed = [.. "test label"u8, .. Wire.Bytes("a0 ba 9f 93 6c da 31 18 27 a6 f7 96 ff d5 19 8c")];
        byte[] expected = Wire.Bytes(
            "e3 f2 29 ba 72 7b e1 7b 8d 12 26 20 55 7c d4 53 c2 aa b2 1d 07 c3 d4 95 32 9b 52 d4 e6 1e db 5a 6b 30 17 91 e9 0d 35 c9"
            + "c9 a4 6b 4e 14 ba f9 af 0f a0 22 f7 07 7d ef 17 ab fd 37 97 c0 56 4b ab 4f bc 91 66 6e 9d ef 9b 97 fc e3 4f 79 67 89 ba"
            + "a4 80 82 d1 22 ee 42 c5 a7 2e 5a 51 10 ff f7 01 87 34 7b 66");
        var keys = new byte[100];
        KeyDerivation.Derive(secret, seed, keys);
        Assert.Equal(expected, keys);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(32)]
    [InlineData(33)]
    [InlineData(80)]
    public void Derive_OfAnyLength_IsTheBeginningOfALongerOne(int length)
    {
        byte[] secret = RandomNumberGenerator.GetBytes(32);
        byte[] seed = RandomNumberGenerator.GetBytes(32);
        var longer = new byte[200];
        KeyDerivation.Derive(secret, seed, longer);
        var keys = new byte[length];
        KeyDerivation.Derive(secret, seed, keys);
        Assert.Equal(longer[..length], keys);
    }

    [Fact]
    [Trait("Category", "Allocation")]
    public void Derive_ForAToken_AllocatesNothing()
    {
        byte[] secret = RandomNumberGenerator.GetBytes(32);
        byte[] seed = RandomNumberGenerator.GetBytes(32);
        KeySet keys = default;
        AllocationAssert.Zero(() => keys = KeySet.Derive(secret, seed));
        Assert.NotEqual(0, keys.SigningKey[0] | keys.SigningKey[1] | keys.SigningKey[2] | keys.SigningKey[3]);
    }

    /// <summary>Checks the objects that a renewal creates: the token, two objects with the keys in them, and an encryptor and a
    /// decryptor.</summary>
    [Fact]
    [Trait("Category", "Allocation")]
    public void CreateToken_ForARenewal_MakesTwoTransforms()
    {
        const long MaxForTransforms = 2 * 1500;
        const long MaxForToken = 500;
        byte[] own = ChannelKeys.CreateNonce();
        byte[] peer = ChannelKeys.CreateNonce();
        ChannelToken? token = null;
        long bytes = AllocationAssert.Measure(
            () => token = ChannelKeys.CreateToken(1, TimeSpan.FromHours(1), MessageSecurityMode.SignAndEncrypt, own, peer));
        long transform = AllocationAssert.Measure(static () => new CipherChain(new byte[32], new byte[16], encrypts: true).Dispose());
        Assert.InRange(bytes / AllocationAssert.DefaultCalls, 1, MaxForToken);
        Assert.InRange(2 * transform / AllocationAssert.DefaultCalls, 1, MaxForTransforms);

        var outgoing = (ChunkSecurity)token!.Outgoing;
        Assert.False(outgoing.HasTransform); // not before it is used
        ChunkSecurityTests.Sealed(outgoing, body: 10);
        Assert.True(outgoing.HasTransform);
    }

    [Fact]
    public void CreateToken_AtBothEnds_HasTheKeysOfTheOther()
    {
        byte[] client = ChannelKeys.CreateNonce();
        byte[] server = ChannelKeys.CreateNonce();
        ChannelToken atClient = ChannelKeys.CreateToken(1, TimeSpan.FromHours(1), MessageSecurityMode.SignAndEncrypt, client, server);
        ChannelToken atServer = ChannelKeys.CreateToken(1, TimeSpan.FromHours(1), MessageSecurityMode.SignAndEncrypt, server, client);
        byte[] request = ChunkSecurityTests.Sealed(atClient.Outgoing, body: 100);
        byte[] response = ChunkSecurityTests.Sealed(atServer.Outgoing, body: 200);
        Assert.Equal(124, atServer.Incoming.Open(request.ToArray(), 16));
        Assert.Equal(224, atClient.Incoming.Open(response, 16));
        Assert.Throws<TransportException>(() => atClient.Incoming.Open(request, 16)); // returned to its sender
    }

    [Theory]
    [InlineData(0)]
    [InlineData(31)]
    [InlineData(33)]
    public void CheckNonce_OfAnotherLength_Throws(int length)
    {
        byte[] nonce = RandomNumberGenerator.GetBytes(length);
        Assert.Equal(StatusCodes.BadNonceInvalid, Assert.Throws<TransportException>(() => ChannelKeys.CheckNonce(nonce)).Status);
    }

    [Fact]
    public void CheckNonce_OfZeros_Throws() => Assert.Throws<TransportException>(static () => ChannelKeys.CheckNonce(new byte[32]));
}
