using System.Buffers.Binary;

namespace Pooling.Tour.Sections.Encodeables;

/// <summary>Reads a message from its bytes.</summary>
internal ref struct WireReader(ReadOnlySpan<byte> bytes)
{
    private ReadOnlySpan<byte> _rest = bytes;

    /// <summary>The bytes not read yet.</summary>
    public readonly int Left => _rest.Length;

    public uint ReadUInt32() => BinaryPrimitives.ReadUInt32LittleEndian(Take(sizeof(uint)));

    public long ReadInt64() => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long)));

    /// <summary>Reads how many changes follow, and refuses more than there are bytes for.</summary>
    public int ReadCount()
    {
        uint count = ReadUInt32();
        return count <= (uint)(Left / Change.Size)
            ? (int)count
            : throw new InvalidDataException($"{count} changes do not fit into {Left} bytes.");
    }

    private ReadOnlySpan<byte> Take(int length)
    {
        ReadOnlySpan<byte> taken = _rest[..length];
        _rest = _rest[length..];
        return taken;
    }
}
