using System.Buffers;
using System.Diagnostics;

namespace Pooling.Buffers;

/// <summary>Owns the chunks that <see cref="SegmentedBufferWriter.Detach"/> took out of a writer; they go back on
/// <see cref="Dispose"/>.</summary>
/// <remarks>
/// <para>Ownership: its holder disposes it, when nothing reads its <see cref="Sequence"/> any more: from then on the chunks may
/// belong to somebody else. One that is never disposed leaves its chunks to the garbage collector.</para>
/// <para>Thread safety: as an array; <see cref="Dispose"/> may race with itself, and gives the chunks back once.</para>
/// <para>Allocation: itself; no member allocates.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class PooledSequence : IDisposable
{
    private readonly ReadOnlySequence<byte> _sequence;
    private readonly BufferSegment? _first;
    private BufferSegmentSource? _source; // null: disposed

    internal PooledSequence(BufferSegmentSource source, BufferSegment? first, ReadOnlySequence<byte> sequence)
    {
        _source = source;
        _first = first;
        _sequence = sequence;
        Length = sequence.Length;
    }

    internal string DebuggerText => _source is null ? "disposed" : $"{Length} bytes";

    /// <summary>Gets the number of bytes. It can be read after <see cref="Dispose"/>.</summary>
    public long Length { get; }

    /// <summary>Gets the bytes. They are valid until <see cref="Dispose"/>.</summary>
    /// <exception cref="ObjectDisposedException">It was disposed.</exception>
    public ReadOnlySequence<byte> Sequence
    {
        get
        {
            ObjectDisposedException.ThrowIf(_source is null, this);

            return _sequence;
        }
    }

    /// <summary>Returns the chunks to their pool. Only the first call has an effect, also if two threads race.</summary>
    /// <remarks>If the array pool throws, all chunks are dropped, and the first exception reaches the caller.</remarks>
    public void Dispose()
    {
        BufferSegmentSource? source = Interlocked.Exchange(ref _source, null); // pairs with itself: of racing disposals one gets the chunks
        source?.ReturnAll(_first, this);
    }
}
