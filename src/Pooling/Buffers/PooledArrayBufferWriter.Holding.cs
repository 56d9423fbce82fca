using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>Content that another object holds back. Members that read test for it; members that write do not.</content>
public sealed partial class PooledArrayBufferWriter<T> : IContentTarget
{
    private IContentHolder? _holder; // may remain after its rental: it holds nothing for the next

    ref IContentHolder? IContentTarget.Holder => ref _holder;

    long IContentTarget.Rental => _rental;

    /// <summary>Throws if the writer is closed, or a part of the content is held back. One call, so that members that
    /// read are small enough to be inlined.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ThrowIfUnreadable()
    {
        if (_rental == 0)
            ThrowDisposed();

        ThrowIfHeld();
    }

    /// <summary>Throws if a part of the content is held back.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void ThrowIfHeld()
    {
        if (_holder is not null)
            HeldContent.Refuse(this);
    }
}
