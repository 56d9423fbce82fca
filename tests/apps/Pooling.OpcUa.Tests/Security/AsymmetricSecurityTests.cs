using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Security;
using OpcUa.Protocol.Transport;

namespace Pooling.OpcUa.Security;

public class AsymmetricSecurityTests
{
    private const int Header = 100;

    [Theory]
    [InlineData(2048, 2048)]
    [InlineData(2048, 3072)]
    [InlineData(3072, 2048)]
    [InlineData(4096, 3072)]
    [InlineData(3072, 4096)]
    public void Open_OfWhatWasSealed_GivesItBack(int senderBits, int receiverBits)
    {
        ApplicationCertificate sender = TestCertificates.OfBits(senderBits);
        ApplicationCertificate receiver = TestCertificates.OfBits(receiverBits);
        using var outgoing = new AsymmetricSecurity(sender, receiver.Certificate, isOutgoing: true);
        using var incoming = new AsymmetricSecurity(receiver, sender.Certificate, isOutgoing: false);
        foreach (int body in (int[])[0, 85, 88, 128, outgoing.PlainBlock, 1000])
        {
            byte[] chunk = Sealed(outgoing, body);
            Assert.Equal(0, (chunk.Length - Header) % (receiverBits / 8));
            Assert.Equal(Header + 8 + body, incoming.Open(chunk, Header));
            Assert.Equal(Plain(body), chunk[..(Header + 8 + body)]);
        }
    }

    [Fact]
    public void Seal_ForAKeyOf2048Bits_IsAsLongAsForeignStacksMakeIt()
    {
        using var outgoing = new AsymmetricSecurity(TestCertificates.Client, TestCertificates.Server.Certificate, isOutgoing: true);
        Assert.Equal((214, 256, 256, 1), (outgoing.PlainBlock, outgoing.CipherBlock, outgoing.Signature, outgoing.PaddingSize));
        Assert.Equal(Header + (2 * 256), Sealed(outgoing, 85).Length);
    }

    [Fact]
    public void Seal_ForAKeyOf3072Bits_CountsThePaddingInTwoBytes()
    {
        ApplicationCertificate receiver = TestCertificates.OfBits(3072);
        using var outgoing = new AsymmetricSecurity(TestCertificates.Client, receiver.Certificate, isOutgoing: true);
        Assert.Equal((342, 384, 256, 2), (outgoing.PlainBlock, outgoing.CipherBlock, outgoing.Signature, outgoing.PaddingSize));
        byte[] chunk = Sealed(outgoing, 85);
        var plain = new byte[342];
        Assert.True(receiver.TryDecrypt(chunk.AsSpan(Header, 384), plain, 342));
        const int Padding = (2 * 342) - 256 - 2 - 93; // 333
        Assert.Equal(Padding & 255, plain[93]);
        Assert.Equal(Enumerable.Repeat((byte)(Padding & 255), 342 - 93), plain[93..]);
        Assert.True(receiver.TryDecrypt(chunk.AsSpan(Header + 384, 384), plain, 342));
        Assert.Equal(Padding >> 8, plain[342 - 256 - 1]);
    }

    [Fact]
    public void Open_WithABitChangedInAnyByte_IsRefusedInOneWay()
    {
        using var outgoing = new AsymmetricSecurity(TestCertificates.Client, TestCertificates.Server.Certificate, isOutgoing: true);
        using var incoming = new AsymmetricSecurity(TestCertificates.Server, TestCertificates.Client.Certificate, isOutgoing: false);
        byte[] chunk = Sealed(outgoing, 85);
        var answers = new HashSet<(StatusCode, string)>();
        for (int i = 0; i < chunk.Length; i += i < Header ? 9 : 1)
        {
            byte[] changed = chunk.ToArray();
            changed[i] ^= (byte)(1 << (i % 8));
            TransportException exception = Assert.Throws<TransportException>(() => incoming.Open(changed, Header));
            answers.Add((exception.Status, exception.Message));
        }

        Assert.Equal(StatusCodes.BadSecurityChecksFailed, Assert.Single(answers).Item1);
    }

    [Fact]
    public void Open_OfAnotherSender_IsRefused()
    {
        using var outgoing = new AsymmetricSecurity(TestCertificates.Client, TestCertificates.Server.Certificate, isOutgoing: true);
        using var incoming = new AsymmetricSecurity(TestCertificates.Server, TestCertificates.Server.Certificate, isOutgoing: false);
        byte[] chunk = Sealed(outgoing, 85);
        Assert.Throws<TransportException>(() => incoming.Open(chunk, Header));
    }

    private static byte[] Sealed(AsymmetricSecurity security, int body)
    {
        byte[] plain = Plain(body);
        var chunk = new byte[ChunkLayout.Of(65_536, Header, security).SealedLength(plain.Length)];
        plain.CopyTo(chunk, 0);
        security.Seal(chunk, Header, plain.Length);
        return chunk;
    }

    private static byte[] Plain(int body) => [.. Enumerable.Range(0, Header + 8 + body).Select(static i => (byte)(i * 7))];
}
