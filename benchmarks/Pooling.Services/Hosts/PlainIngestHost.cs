using System.Buffers;
using System.Threading.Channels;

namespace Pooling.Services.Hosts;

/// <summary>The plain way: an array for each read.</summary>
internal sealed class PlainIngestHost() : IngestHost<byte[]>(
    Channel.CreateBounded<IngestHost<byte[]>.Batch>(new BoundedChannelOptions(MaxWaiting) { SingleReader = true }))
{
    protected override byte[] Copy(in ReadOnlySequence<byte> messages) => messages.ToArray();

    protected override ReadOnlyMemory<byte> MemoryOf(byte[] messages) => messages;

    protected override void End(byte[] messages)
    {
    }
}
