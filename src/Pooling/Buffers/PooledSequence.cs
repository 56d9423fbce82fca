using System.Buffers;
using System.Diagnostics;

namespace Pooling.Buffers;

/// <summary>Owns the chunks that <see cref="SegmentedBufferWriter.Detach"/> took out of a writer. <see cref="Dispose"/>
/// returns them.</summary>
/// <remarks>
/// <para>Ownership: the holder disposes it when its <see cref="Sequence"/> is no longer in use; afterwards the chunks
/// may belong to another caller. If it is never disposed, the chunks are left to the garbage collector.</para>
/// <para>Thread safety: that of an array. <see cref="Dispose"/> may be called by several threads at the same time, and
/// returns the chunks once.</para>
/// <para>Allocation: the object itself; no member allocates.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class PooledSequence : IDisposable
{
    private readonly ReadOnlySequence<byte> _sequence;
    private readonly BufferSegment? _first;
    private BufferSegmentSource? _source; // null after Dispose

    internal PooledSequence(BufferSegmentSource source, BufferSegment? first, ReadOnlySequence<byte> sequence)
    {
        _source = source;
        _first = first;
        _sequence = sequence;
        Length = sequence.Length;
    }

    internal string DebuggerText => _source is null ? "disposed" : $"{Length} bytes";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Gets the number of bytes. Available even after <see cref="Dispose"/>.</summary>
    public long Length { get; }

    /// <summary>Gets the bytes as a sequence, which is valid until <see cref="Dispose"/>.</summary>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    public ReadOnlySequence<byte> Sequence
    {
        get
        {
            ObjectDisposedException.ThrowIf(_source is null, this);

            return _sequence;
        }
    }

    /// <summary>Returns the chunks to their pool. Only the first call has an effect, even if several threads call it at
    /// the same time.</summary>
    /// <remarks>If the array pool throws, all chunks are still dropped, and the first exception is thrown to the
    /// caller.</remarks>
    public void Dispose()
    {
        // pairs with itself: one of several racing calls gets them
        BufferSegmentSource? source = Interlocked.Exchange(ref _source, null);
        source?.ReturnAll(_first, this);
    }
}
