using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Pooling.Tour.Sections.Buffers;

/// <summary>A framed message: a header of 16 bytes, followed by a payload in pieces.</summary>
internal sealed class Message
{
    private const int HeaderSize = 16;
    private const int PieceSize = 4096;

    private readonly byte[] _payload;

    /// <param name="size">The length of the encoded message in bytes, including the header.</param>
    public Message(int size)
    {
        _payload = new byte[size - HeaderSize];
        new Random(size).NextBytes(_payload);
    }

    /// <summary>Encodes to a stream.</summary>
    public void Encode(int sequence, Stream target)
    {
        Span<byte> header = stackalloc byte[HeaderSize];
        EncodeHeader(sequence, header);
        target.Write(header);
        for (int start = 0; start < _payload.Length; start += PieceSize)
            target.Write(_payload.AsSpan(start, Math.Min(PieceSize, _payload.Length - start)));
    }

    /// <summary>Encodes to a buffer writer.</summary>
    public void Encode(int sequence, IBufferWriter<byte> target)
    {
        EncodeHeader(sequence, target.GetSpan(HeaderSize));
        target.Advance(HeaderSize);
        for (int start = 0; start < _payload.Length; start += PieceSize)
        {
            ReadOnlySpan<byte> piece = _payload.AsSpan(start, Math.Min(PieceSize, _payload.Length - start));
            piece.CopyTo(target.GetSpan(piece.Length));
            target.Advance(piece.Length);
        }
    }

    /// <summary>Simulates the socket that sends the message.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static long Send(ReadOnlySpan<byte> encoded) =>
        encoded.Length + BinaryPrimitives.ReadInt64LittleEndian(encoded[8..]) + encoded[^1];

    private void EncodeHeader(int sequence, Span<byte> header)
    {
        BinaryPrimitives.WriteInt32LittleEndian(header, HeaderSize + _payload.Length);
        BinaryPrimitives.WriteInt32LittleEndian(header[4..], 0x0101);
        BinaryPrimitives.WriteInt64LittleEndian(header[8..], sequence);
    }
}
