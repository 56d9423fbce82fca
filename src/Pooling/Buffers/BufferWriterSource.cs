using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Creates, empties and drops the writers of one buffer pool.</summary>
internal sealed class BufferWriterSource : LeaseSource<PooledArrayBufferWriter<byte>>
{
    private readonly BufferRetention _retention;

    internal BufferWriterSource(BufferRetention retention, StoreOptions options)
        : base(options) => _retention = retention;

    // Does what Return does, for the common case: nothing in it throws, and it is a single method.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal override bool TryEnd(LeaseCell<PooledArrayBufferWriter<byte>> cell, long version)
    {
        if (!cell.TryTake(version))
            return Store.RefuseReturn();

        if (!cell.Item.TryEndRental())
            Return(cell, version);
        else if (!TryKeep(cell, version))
            PushSlow(cell);

        return true;
    }

    private protected override DropReason RefusalReason => DropReason.Limit;

    protected override PooledArrayBufferWriter<byte> Create() => WriterRetention.CreateWriter(_retention);

    protected override bool Reset(PooledArrayBufferWriter<byte> item)
    {
        item.EndRental();
        return !item.IsUncounted;
    }

    // Not Dispose, which belongs to the user and throws.
    protected internal override void Drop(PooledArrayBufferWriter<byte> item) => item.EndForGood();
}
