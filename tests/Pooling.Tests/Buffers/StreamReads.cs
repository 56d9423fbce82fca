namespace Pooling.Buffers;

/// <summary>Reads a stream to its end in all ways.</summary>
internal static class StreamReads
{
    /// <summary>The methods that read to the end, in reads of some bytes if possible.</summary>
    private static readonly Dictionary<string, Func<Stream, Task<byte[]>>> s_ways = new()
    {
        ["Read"] = static stream => ReadPiecesAsync(buffer => Task.FromResult(stream.Read(buffer, 1, buffer.Length - 2))),
        ["ReadByte"] = static stream =>
        {
            var content = new List<byte>();
            for (int value = stream.ReadByte(); value >= 0; value = stream.ReadByte())
                content.Add((byte)value);

            return Task.FromResult(content.ToArray());
        },
        ["ReadAsync"] = static stream => ReadPiecesAsync(buffer => stream.ReadAsync(buffer, 1, buffer.Length - 2, CancellationToken.None)),
        ["BeginRead"] = static stream =>
            ReadPiecesAsync(buffer => Task.FromResult(stream.EndRead(stream.BeginRead(buffer, 1, buffer.Length - 2, null, null)))),
        ["CopyTo"] = static stream =>
        {
            var content = new MemoryStream();
            stream.CopyTo(content);
            return Task.FromResult(content.ToArray());
        },
        ["CopyToAsync"] = static async stream =>
        {
            var content = new MemoryStream();
            await stream.CopyToAsync(content);
            return content.ToArray();
        },
#if !NETFRAMEWORK
        ["Read span"] = static stream => ReadPiecesAsync(buffer => Task.FromResult(stream.Read(buffer.AsSpan(1, buffer.Length - 2)))),
        ["ReadAsync memory"] = static stream => ReadPiecesAsync(buffer => stream.ReadAsync(buffer.AsMemory(1, buffer.Length - 2)).AsTask()),
#endif
    };

    internal static TheoryData<string> Names => [.. s_ways.Keys];

    /// <summary>Reads all remaining bytes.</summary>
    internal static Task<byte[]> All(string way, Stream stream) => s_ways[way](stream);

    private static async Task<byte[]> ReadPiecesAsync(Func<byte[], Task<int>> read)
    {
        var content = new List<byte>();
        byte[] buffer = new byte[99];
        while (true)
        {
            int length = await read(buffer);
            if (length == 0)
                break;

            content.AddRange(buffer.Skip(1).Take(length));
            Assert.Equal((0, 0), (buffer[0], buffer[98]));
        }

        return [.. content];
    }
}
