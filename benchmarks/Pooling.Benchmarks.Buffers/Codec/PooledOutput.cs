using System.Buffers.Binary;
using System.Text;
using Pooling.Buffers;

namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The library's writer and its extensions.</summary>
internal readonly struct PooledOutput(PooledArrayBufferWriter<byte> writer) : IBinaryOutput
{
    public void WriteByte(byte value)
    {
        writer.GetSpan(sizeof(byte))[0] = value;
        writer.Advance(sizeof(byte));
    }

    public void WriteUInt16(ushort value) => writer.WriteUInt16LittleEndian(value);

    public void WriteUInt32(uint value) => writer.WriteUInt32LittleEndian(value);

    public void WriteUInt64(ulong value) => writer.WriteUInt64LittleEndian(value);

    public void WriteGuid(Guid value)
    {
        value.TryWriteBytes(writer.GetSpan(Wire.GuidLength));
        writer.Advance(Wire.GuidLength);
    }

    public void WriteText(string text)
    {
        // The length stands first and is known last.
        Span<byte> room = writer.GetSpan(sizeof(uint) + Encoding.UTF8.GetMaxByteCount(text.Length));
        int length = Encoding.UTF8.GetBytes(text, room[sizeof(uint)..]);
        BinaryPrimitives.WriteInt32LittleEndian(room, length);
        writer.Advance(sizeof(uint) + length);
    }

    public void WriteNumbers<T>(ReadOnlySpan<T> numbers) where T : unmanaged
    {
        writer.WriteUInt32LittleEndian((uint)numbers.Length);
        writer.WriteLittleEndian(numbers);
    }
}
