using System.Buffers.Binary;

namespace Pooling.OpcUa.Corpus;

/// <summary>The frames of node-opcua at both ends of connections with the sample, recorded by tests/apps/peers/opcua/record.mjs.</summary>
internal static class Frames
{
    public static IReadOnlyList<Frame> All { get; } = Read();

    private static List<Frame> Read()
    {
        byte[] file = File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "Corpus", "frames.bin"));
        var frames = new List<Frame>();
        for (int at = 0; at < file.Length;)
        {
            int length = BinaryPrimitives.ReadInt32LittleEndian(file.AsSpan(at + 5));
            frames.Add(new Frame(file[at] == 'c', file[(at + 1)..(at + 1 + length)]));
            at += 1 + length;
        }

        return frames;
    }
}
