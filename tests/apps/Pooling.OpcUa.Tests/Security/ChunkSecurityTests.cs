using System.Security.Cryptography;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Services.Channels;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Security;

public class ChunkSecurityTests
{
    private const int Header = 16;
    private const int Mac = 32;

    private static readonly byte[] s_secret = [.. Enumerable.Range(1, 32).Select(static i => (byte)i)];
    private static readonly byte[] s_seed = [.. Enumerable.Range(101, 32).Select(static i => (byte)i)];

    public static TheoryData<MessageSecurityMode> Modes => [MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt];

    [Theory]
    [MemberData(nameof(Modes))]
    public void Seal_OfAnyLength_IsWhatTheMethodsOfTheFrameworkMake(MessageSecurityMode mode)
    {
        KeySet keys = KeySet.Derive(s_secret, s_seed);
        using var security = new ChunkSecurity(keys, mode, isOutgoing: true);
        using var opener = new ChunkSecurity(keys, mode, isOutgoing: false);
        using var aes = Aes.Create();
        aes.SetKey(keys.EncryptionKey);
        for (int body = 0; body < 300; body++)
        {
            byte[] chunk = Sealed(security, body);
            byte[] plain = Plain(body);
            if (mode == MessageSecurityMode.SignAndEncrypt)
            {
                int padding = (16 - ((8 + body + 1 + Mac) % 16)) % 16;
                plain = [.. plain, .. Enumerable.Repeat((byte)padding, padding + 1)];
            }

            byte[] secured = [.. plain, .. HMACSHA256.HashData(keys.SigningKey, plain)];
            byte[] expected = mode == MessageSecurityMode.Sign
                ? secured
                : [.. secured[..Header], .. aes.EncryptCbc(secured.AsSpan(Header), keys.Start, PaddingMode.None)];
            Assert.Equal(expected, chunk);
            Assert.Equal(Header + 8 + body, opener.Open(chunk, Header));
            Assert.Equal(Plain(body), chunk[..(Header + 8 + body)]);
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Open_WithAnyBitChanged_IsRefusedInOneWay(MessageSecurityMode mode)
    {
        KeySet keys = KeySet.Derive(s_secret, s_seed);
        using var security = new ChunkSecurity(keys, mode, isOutgoing: true);
        byte[] chunk = Sealed(security, 20);
        var answers = new HashSet<(StatusCode, string)>();
        for (int bit = 0; bit < 8 * chunk.Length; bit++)
        {
            byte[] changed = chunk.ToArray();
            changed[bit / 8] ^= (byte)(1 << (bit % 8));
            using var opener = new ChunkSecurity(keys, mode, isOutgoing: false);
            TransportException exception = Assert.Throws<TransportException>(() => opener.Open(changed, Header));
            answers.Add((exception.Status, exception.Message));
        }

        Assert.Equal(StatusCodes.BadSecurityChecksFailed, Assert.Single(answers).Item1);
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void Open_OfAnyBeginning_IsRefused(MessageSecurityMode mode)
    {
        KeySet keys = KeySet.Derive(s_secret, s_seed);
        using var security = new ChunkSecurity(keys, mode, isOutgoing: true);
        byte[] chunk = Sealed(security, 100);
        for (int length = Header; length < chunk.Length; length++)
        {
            using var opener = new ChunkSecurity(keys, mode, isOutgoing: false);
            byte[] beginning = chunk[..length];
            Assert.Throws<TransportException>(() => opener.Open(beginning, Header));
        }
    }

    /// <summary>Checks that invalid padding with a valid signature, which only the peer itself can create, has the same answer.</summary>
    [Theory]
    [InlineData(255)]
    [InlineData(16)]
    [InlineData(1)]
    public void Open_OfWrongPaddingThatIsSigned_IsRefusedInTheSameWay(byte padding)
    {
        KeySet keys = KeySet.Derive(s_secret, s_seed);
        byte[] plain = [.. Plain(8 + 15 - 1), 7, padding]; // 8 + 22 + 2 + 32 are four blocks
        byte[] secured = [.. plain, .. HMACSHA256.HashData(keys.SigningKey, plain)];
        using var aes = Aes.Create();
        aes.SetKey(keys.EncryptionKey);
        byte[] chunk = [.. secured[..Header], .. aes.EncryptCbc(secured.AsSpan(Header), keys.Start, PaddingMode.None)];
        using var opener = new ChunkSecurity(keys, MessageSecurityMode.SignAndEncrypt, isOutgoing: false);
        TransportException exception = Assert.Throws<TransportException>(() => opener.Open(chunk, Header));
        Assert.Equal((StatusCodes.BadSecurityChecksFailed, ChunkSecurity.NotGenuine().Message), (exception.Status, exception.Message));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    [Trait("Category", "Allocation")]
    public void SealAndOpen_OfTenThousandMessages_AllocateNothing(MessageSecurityMode mode)
    {
        KeySet keys = KeySet.Derive(s_secret, s_seed);
        using var security = new ChunkSecurity(keys, mode, isOutgoing: true);
        using var opener = new ChunkSecurity(keys, mode, isOutgoing: false);
        byte[] chunk = new byte[ChunkLayout.Of(65_536, Header, security).SealedLength(Header + 8 + 1000)];
        int wrong = 0;
        void SealAndOpen()
        {
            security.Seal(chunk, Header, Header + 8 + 1000);
            wrong += opener.Open(chunk, Header) == Header + 8 + 1000 ? 0 : 1;
        }

        SealAndOpen(); // creates the transforms
        Assert.Equal(0, AllocationAssert.Measure(SealAndOpen, 10_000, warmUpCalls: 0));
        Assert.Equal(0, wrong);
        Assert.Equal(mode == MessageSecurityMode.SignAndEncrypt, security.HasTransform); // the only one of 10,000 messages
    }

    internal static byte[] Sealed(IChunkSecurity security, int body)
    {
        byte[] plain = Plain(body);
        var chunk = new byte[ChunkLayout.Of(65_536, Header, security).SealedLength(plain.Length)];
        plain.CopyTo(chunk, 0);
        security.Seal(chunk, Header, plain.Length);
        return chunk;
    }

    private static byte[] Plain(int body) => [.. Enumerable.Range(0, Header + 8 + body).Select(static i => (byte)(i * 7))];
}
