using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Google.Protobuf;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Benchmarks.Buffers;

/// <content>The ways from a message to bytes, each the same for every packet and compiled once, so that what the compiler saw of one packet
/// does not favour a contender with another.</content>
public partial class PooledArrayBufferWriterPacketBenchmarks
{
    private const int HeaderLength = 4;

    /// <summary>A new stream for each packet. The encoder's own buffer has the packet's size: the 4 KB that <c>WriteTo(Stream)</c> buys
    /// would be a cost that the published baseline does not have.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte[] ThroughMemoryStream(IMessage message)
    {
        byte[] last = [];
        for (int i = 0; i < Operations; i++)
        {
            using var stream = new MemoryStream();
            using (var output = new CodedOutputStream(stream, message.CalculateSize(), leaveOpen: true))
                message.WriteTo(output);

            last = _encrypt(stream.ToArray());
        }

        return last;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte[] ThroughWriteToStream(IMessage message)
    {
        byte[] last = [];
        for (int i = 0; i < Operations; i++)
        {
            using var stream = new MemoryStream();
            message.WriteTo(stream);
            last = _encrypt(stream.ToArray());
        }

        return last;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte[] ThroughToByteArray(IMessage message)
    {
        byte[] last = [];
        for (int i = 0; i < Operations; i++)
            last = _encrypt(message.ToByteArray());

        return last;
    }

    /// <summary>The published technique, one writer for all packets, with a writer of the same class as the others: the encoder's calls of
    /// its interface are then compiled for one class.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte[] ThroughReusedWriter(IMessage message)
    {
        byte[] last = [];
        for (int i = 0; i < Operations; i++)
        {
            _reused.ResetWrittenCount();
            message.WriteTo(_reused);
            last = _encrypt(_reused.WrittenSpan.ToArray());
        }

        return last;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte[] ThroughRentedToArray(IMessage message)
    {
        byte[] last = [];
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            message.WriteTo(lease.Value);
            last = _encrypt(lease.Value.WrittenSpan.ToArray());
        }

        return last;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ReadOnlyMemory<byte> ThroughRented(IMessage message)
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent();
            message.WriteTo(lease.Value);
            last = lease.Value.WrittenMemory; // encrypted in place
        }

        return last;
    }

    /// <summary>Straight into the connection's buffer, behind a header with the length, which is known first:
    /// nothing is copied twice.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlyMemory<byte> ThroughConnection(IMessage message)
    {
        ReadOnlyMemory<byte> last = default;
        for (int i = 0; i < Operations; i++)
        {
            _connection.ResetWrittenCount(); // as if the frames before had been sent
            int length = message.CalculateSize();
            Span<byte> frame = _connection.GetSpan(HeaderLength + length);
            BinaryPrimitives.WriteInt32LittleEndian(frame, length);
            message.WriteTo(frame.Slice(HeaderLength, length));
            _connection.Advance(HeaderLength + length);
            last = _connection.WrittenMemory.Slice(HeaderLength); // encrypted in place
        }

        return last;
    }
}
