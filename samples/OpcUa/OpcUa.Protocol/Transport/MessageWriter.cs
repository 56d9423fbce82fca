using System.Buffers;
using System.Diagnostics;
using System.Runtime.InteropServices;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Transport;

/// <summary>A message that is encoded into the chunks that it is sent in: nothing of it is copied on its way to the socket.</summary>
/// <remarks>One thread at a time; then <see cref="UaConnection.TrySend"/> has it, or <see cref="Dispose"/> ends it.
/// A chunk is closed before it is full when the next value does not fit into it. A message that begins small grows once.</remarks>
public sealed partial class MessageWriter : IBufferWriter<byte>, ILengthWriter, IDisposable
{
    private const int SmallBlock = 2048;

    private readonly TransportMemory _memory;
    private Chunk[] _chunks = new Chunk[4];
    private int _count; // of chunks, the open one included
    private byte[] _array = []; // of the open chunk
    private int _position;
    private int _end;
    private ChunkLayout _layout;
    private long _closedBody; // in the chunks before the open one
    private long _mostBody;
    private uint _mostChunks;
    private IMemoryOwner<byte>? _scratch; // for a value that is longer than a chunk, or than what is left of the open one

    internal MessageWriter(TransportMemory memory) => _memory = memory;

    public MessageType Type { get; private set; }

    public uint RequestId { get; private set; }

    /// <summary>The bytes of the body.</summary>
    public long BodyLength => _closedBody + _position - _layout.Header;

    internal ChunkLayout Layout => _layout;

    /// <summary>The bytes of memory that it takes.</summary>
    internal long Size { get; private set; }

    internal int ChunkCount => _count;

    /// <summary>An encoder that writes to it.</summary>
    public BinaryEncoder Encoder => new(this);

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        int position = _position;
        return sizeHint <= _end - position && position < _end
            ? _array.AsSpan(position, _end - position)
            : GetSlow(sizeHint).Span;
    }

    public Memory<byte> GetMemory(int sizeHint = 0) => sizeHint <= _end - _position && _position < _end
        ? _array.AsMemory(_position, _end - _position)
        : GetSlow(sizeHint);

    public void Advance(int count)
    {
        if (_scratch is not null)
        {
            AdvanceScratch(count);
            return;
        }

        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)count, (uint)(_end - _position), nameof(count));
        _position += count;
    }

    public LengthMark BeginLength()
    {
        GetSpan(sizeof(int));
        var mark = new LengthMark(_count - 1, _position, BodyLength);
        Advance(sizeof(int));
        return mark;
    }

    public void EndLength(LengthMark mark)
    {
        byte[] array = mark.Chunk == _count - 1 ? _array : _chunks[mark.Chunk].Array;
        MemoryMarshal.Write(array.AsSpan(mark.Offset), (int)(BodyLength - mark.Start - sizeof(int)));
    }

    /// <summary>Gives its memory back.</summary>
    public void Dispose()
    {
        if (Type == MessageType.None)
            return;

        Clear();
        Type = MessageType.None;
        _memory.Return(this);
    }

    /// <summary>Takes back what was written.</summary>
    public void Restart()
    {
        Clear();
        OpenChunk(SmallBlock);
    }

    /// <summary>Begins a message.</summary>
    /// <param name="type">Its type.</param>
    /// <param name="requestId">The number of the request.</param>
    /// <param name="layout">How its chunks are cut.</param>
    /// <param name="limits">What the peer takes.</param>
    /// <param name="sizeHint">The bytes of the body, about.</param>
    internal void Begin(MessageType type, uint requestId, ChunkLayout layout, NegotiatedLimits limits, int sizeHint)
    {
        Debug.Assert(Type == MessageType.None && _count == 0, "It was returned before it was rented.");
        Type = type;
        RequestId = requestId;
        _layout = layout;
        _mostBody = limits.MaxSentMessage == 0 ? int.MaxValue : Math.Min(int.MaxValue, limits.MaxSentMessage);
        _mostChunks = limits.MaxSentChunks == 0 ? uint.MaxValue : limits.MaxSentChunks;
        OpenChunk(Math.Max(SmallBlock, sizeHint + layout.Header + 64));
    }

    /// <summary>Ends the encoding. No more is written.</summary>
    /// <exception cref="TransportException">It is longer than the peer takes.</exception>
    internal void Complete()
    {
        CloseChunk();
        if (_closedBody > _mostBody)
            ThrowTooLarge();
    }

    /// <summary>A chunk with the room for what security adds. After <see cref="Complete"/>.</summary>
    /// <param name="index">Which.</param>
    /// <param name="length">The bytes of its headers and body.</param>
    internal Memory<byte> GetChunk(int index, out int length)
    {
        ref Chunk chunk = ref _chunks[index];
        length = chunk.Length;
        return chunk.Array.AsMemory(0, _layout.SealedLength(length));
    }

    private struct Chunk
    {
        public IMemoryOwner<byte> Owner;
        public byte[] Array;
        public int Length;
    }
}
