using System.Security.Cryptography;
using OpcUa.Protocol.Security;

namespace Pooling.OpcUa.Security;

public class CipherChainTests
{
    [Fact]
    public void Transform_OneChunkAfterTheOther_IsEachTimeTheMethodOfAes()
    {
        byte[] key = RandomNumberGenerator.GetBytes(32);
        byte[] start = RandomNumberGenerator.GetBytes(16);
        using var aes = Aes.Create();
        aes.Key = key;
        using var encryption = new CipherChain(key, start, encrypts: true);
        using var decryption = new CipherChain(key, start, encrypts: false);
        var random = new Random(1);
        for (int i = 0; i < 1000; i++)
        {
            int length = 16 * random.Next(i < 20 ? 3 : 600);
            int offset = random.Next(40);
            byte[] plain = RandomNumberGenerator.GetBytes(length);
            var array = new byte[offset + length + 16];
            plain.CopyTo(array, offset);
            encryption.Transform(new ArraySegment<byte>(array, offset, length));
            Assert.Equal(aes.EncryptCbc(plain, start, PaddingMode.None), array[offset..(offset + length)]);
            Assert.False(array.AsSpan(0, offset).ContainsAnyExcept((byte)0) || array.AsSpan(offset + length).ContainsAnyExcept((byte)0));
            decryption.Transform(new ArraySegment<byte>(array, offset, length));
            Assert.Equal(plain, array[offset..(offset + length)]);
        }
    }
}
