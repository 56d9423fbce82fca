using System.Runtime.CompilerServices;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Makes, empties and drops the writers of one buffer pool.</summary>
internal sealed class BufferWriterSource : LeaseSource<PooledArrayBufferWriter<byte>>
{
    private readonly BufferRetention _retention;

    internal BufferWriterSource(BufferRetention retention, StoreOptions options)
        : base(options) => _retention = retention;

    // What Return does, for rentals whose end is simple, as it mostly is: nothing in it throws, and all of it is one method.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal override bool TryEnd(LeaseCell<PooledArrayBufferWriter<byte>> cell, long version)
    {
        if (!cell.TryTake(version))
            return false;

        if (cell.Item.TryEndRental())
            Settle(cell, version);
        else
            Return(cell, version);

        return true;
    }

    protected override PooledArrayBufferWriter<byte> Create() => WriterRetention.CreateWriter(_retention);

    protected override bool Reset(PooledArrayBufferWriter<byte> item)
    {
        item.EndRental();
        return !item.IsUncounted;
    }

    // Not Dispose, which is the user's and refuses.
    protected internal override void Drop(PooledArrayBufferWriter<byte> item) => item.EndForGood();
}
