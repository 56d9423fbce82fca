using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;

namespace Pooling.Buffers;

/// <summary>The formats of length prefixes.</summary>
internal static class LengthPrefixFormat
{
    [DoesNotReturn]
    internal static void ThrowUndefined(LengthPrefix prefix) =>
        Throw.ArgumentOutOfRange(nameof(prefix), prefix, $"{prefix} is not a defined value of {nameof(LengthPrefix)}.");

    internal readonly struct Varint : ILengthPrefix
    {
        public int MaxLength => int.MaxValue;

        public int SizeOf(int length) => Buffers.Varint.LengthOf((uint)length);

        public void Put(Span<byte> room, int length) => Buffers.Varint.Put(room, (uint)length);
    }

    internal readonly struct UInt16LittleEndian : ILengthPrefix
    {
        public int MaxLength => ushort.MaxValue;

        public int SizeOf(int length) => sizeof(ushort);

        public void Put(Span<byte> room, int length) => BinaryPrimitives.WriteUInt16LittleEndian(room, (ushort)length);
    }

    internal readonly struct UInt16BigEndian : ILengthPrefix
    {
        public int MaxLength => ushort.MaxValue;

        public int SizeOf(int length) => sizeof(ushort);

        public void Put(Span<byte> room, int length) => BinaryPrimitives.WriteUInt16BigEndian(room, (ushort)length);
    }

    internal readonly struct Int32LittleEndian : ILengthPrefix
    {
        public int MaxLength => int.MaxValue;

        public int SizeOf(int length) => sizeof(int);

        public void Put(Span<byte> room, int length) => BinaryPrimitives.WriteInt32LittleEndian(room, length);
    }

    internal readonly struct Int32BigEndian : ILengthPrefix
    {
        public int MaxLength => int.MaxValue;

        public int SizeOf(int length) => sizeof(int);

        public void Put(Span<byte> room, int length) => BinaryPrimitives.WriteInt32BigEndian(room, length);
    }
}
