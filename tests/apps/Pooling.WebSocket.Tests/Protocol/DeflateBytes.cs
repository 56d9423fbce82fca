using System.IO.Compression;
using System.Text;

namespace Pooling.WebSockets.Protocol;

/// <summary>Compresses and inflates messages with code that is independent of the sample.</summary>
internal static class DeflateBytes
{
    public const int Compressed = 4; // RSV1

    private static readonly byte[] s_tail = [0x00, 0x00, 0xFF, 0xFF];

    /// <summary>Returns the payload of a compressed message.</summary>
    public static byte[] Deflate(byte[] message)
    {
        var target = new MemoryStream();
        using var stream = new DeflateStream(target, CompressionLevel.Optimal, leaveOpen: true);
        stream.Write(message);
        stream.Flush();
        byte[] bytes = target.ToArray();
        Assert.Equal(s_tail, bytes[^4..]);
        return bytes[..^4];
    }

    /// <summary>Returns the payloads of messages of which each refers to earlier ones.</summary>
    public static byte[][] DeflateAll(params byte[][] messages)
    {
        var target = new MemoryStream();
        using var stream = new DeflateStream(target, CompressionLevel.Optimal, leaveOpen: true);
        var all = new List<byte[]>();
        foreach (byte[] message in messages)
        {
            stream.Write(message);
            stream.Flush();
            all.Add(target.ToArray()[..^4]);
            target.SetLength(0);
        }

        return [.. all];
    }

    /// <summary>Returns a payload whose end is marked as that of the whole stream.</summary>
    public static byte[] DeflateAsLast(byte[] message)
    {
        var target = new MemoryStream();
        using (var stream = new DeflateStream(target, CompressionLevel.Optimal, leaveOpen: true))
            stream.Write(message);

        return [.. target.ToArray(), 0];
    }

    /// <summary>Inflates the payloads of one stream of messages.</summary>
    public static byte[][] InflateAll(params byte[][] payloads)
    {
        var source = new MemoryStream();
        using var stream = new DeflateStream(source, CompressionMode.Decompress);
        var all = new List<byte[]>();
        foreach (byte[] payload in payloads)
        {
            source.SetLength(0);
            source.Write(payload);
            source.Write(s_tail);
            source.Position = 0;
            var message = new MemoryStream();
            stream.CopyTo(message);
            all.Add(message.ToArray());
        }

        return [.. all];
    }

    public static byte[] Inflate(byte[] payload) => InflateAll(payload)[0];

    /// <summary>Returns text like that of programs.</summary>
    public static byte[] JsonText(int length, int seed = 1)
    {
        var random = new Random(seed);
        var text = new StringBuilder();
        while (text.Length < length)
            text.Append($$"""{"id":{{random.Next(1000)}},"price":{{random.Next(100_000)}}},""");

        return Encoding.ASCII.GetBytes(text.ToString(0, length));
    }
}
