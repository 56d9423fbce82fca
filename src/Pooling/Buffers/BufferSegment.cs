using System.Buffers;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>One chunk of a segmented writer: a rented array and its place in the sequence. Pooled together with its array.</summary>
internal sealed class BufferSegment : ReadOnlySequenceSegment<byte>, IDisposable
{
    internal readonly byte[] Array;
    private readonly BufferSegmentSource _source;

    internal BufferSegment(BufferSegmentSource source, byte[] array)
    {
        _source = source;
        Array = array;
        Memory = array;
    }

    /// <summary>The end of what callers could write to since the array was cleared; kept by clearing writers only.</summary>
    internal int Offered { get; set; }

    /// <summary>The next chunk: of the sequence, or behind its end a spare one.</summary>
    internal BufferSegment? Following
    {
        get => Unsafe.As<BufferSegment?>(Next);
        set => Next = value;
    }

    /// <summary>Makes this the chunk that is written to, whose length is not known yet.</summary>
    /// <param name="before">The bytes of the sequence before it.</param>
    internal void Open(long before)
    {
        RunningIndex = before;
        if (Memory.Length != Array.Length)
            Memory = Array;
    }

    /// <summary>Fixes the length of a chunk that another one follows.</summary>
    internal void Close(int written)
    {
        if (written != Array.Length)
            Memory = new ReadOnlyMemory<byte>(Array, 0, written);
    }

    internal void ClearOffered()
    {
        System.Array.Clear(Array, 0, Offered);
        Offered = 0;
    }

    /// <summary>Gives the array back. The segment is not used again.</summary>
    public void Dispose() => _source.ArrayPool.Return(Array);
}
