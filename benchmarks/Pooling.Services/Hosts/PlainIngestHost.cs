using System.Buffers;
using System.Threading.Channels;

namespace Pooling.Services.Hosts;

/// <summary>The plain way: an array of the shared pool for each read.</summary>
internal sealed class PlainIngestHost() : IngestHost<ArraySegment<byte>>(
    Channel.CreateBounded<IngestHost<ArraySegment<byte>>.Batch>(
        new BoundedChannelOptions(MaxWaiting) { SingleReader = true }))
{
    protected override ArraySegment<byte> Copy(in ReadOnlySequence<byte> messages)
    {
        int length = (int)messages.Length;
        byte[] array = ArrayPool<byte>.Shared.Rent(length);
        messages.CopyTo(array);
        return new ArraySegment<byte>(array, 0, length);
    }

    protected override ReadOnlyMemory<byte> MemoryOf(ArraySegment<byte> messages) => messages;

    protected override void End(ArraySegment<byte> messages) => ArrayPool<byte>.Shared.Return(messages.Array!);
}
