using System.Buffers;
using System.Threading.Channels;
using Pooling.Buffers;
using Pooling.Objects;
using Pooling.Queues;

namespace Pooling.Services.Hosts;

/// <summary>The pooled way: a leased writer for each read.</summary>
internal sealed class PooledIngestHost() : IngestHost<PooledLease<PooledArrayBufferWriter<byte>>>(
    new RingChannel<IngestHost<PooledLease<PooledArrayBufferWriter<byte>>>.Batch>(
        new BoundedChannelOptions(MaxWaiting) { SingleReader = true }))
{
    private readonly BufferWriterPool _writers = new(new BufferWriterPoolOptions { Name = "batches" });

    protected override PooledLease<PooledArrayBufferWriter<byte>> Copy(in ReadOnlySequence<byte> messages)
    {
        PooledLease<PooledArrayBufferWriter<byte>> lease = _writers.Rent();
        lease.Value.Write(in messages);
        return lease;
    }

    protected override ReadOnlyMemory<byte> MemoryOf(PooledLease<PooledArrayBufferWriter<byte>> messages) =>
        messages.Value.WrittenMemory;

    protected override void End(PooledLease<PooledArrayBufferWriter<byte>> messages) => messages.Dispose();
}
