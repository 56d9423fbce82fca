using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;

namespace Pooling.Benchmarks.Buffers.Codec;

/// <summary>The published technique: spans of a pooled buffer, and one copy for an array of numbers (little-endian
/// machines only).</summary>
internal readonly struct PublishedOutput(PublishedPooledWriter writer) : IBinaryOutput
{
    public void WriteByte(byte value)
    {
        writer.GetSpan(sizeof(byte))[0] = value;
        writer.Advance(sizeof(byte));
    }

    public void WriteUInt16(ushort value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(writer.GetSpan(sizeof(ushort)), value);
        writer.Advance(sizeof(ushort));
    }

    public void WriteUInt32(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(writer.GetSpan(sizeof(uint)), value);
        writer.Advance(sizeof(uint));
    }

    public void WriteUInt64(ulong value)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(writer.GetSpan(sizeof(ulong)), value);
        writer.Advance(sizeof(ulong));
    }

    public void WriteGuid(Guid value)
    {
        value.TryWriteBytes(writer.GetSpan(Wire.GuidLength));
        writer.Advance(Wire.GuidLength);
    }

    public void WriteText(string text)
    {
        int length = Encoding.UTF8.GetByteCount(text);
        WriteUInt32((uint)length);
        writer.Advance(Encoding.UTF8.GetBytes(text, writer.GetSpan(length)));
    }

    public void WriteNumbers<T>(ReadOnlySpan<T> numbers) where T : unmanaged
    {
        WriteUInt32((uint)numbers.Length);
        writer.Write(MemoryMarshal.AsBytes(numbers));
    }
}
