using System.Buffers;
using System.Diagnostics;
using System.Runtime.InteropServices;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Protocol.Transport;

/// <summary>A message that is encoded into the chunks in which it is sent, so that nothing is copied on its way to the socket.</summary>
/// <remarks>For one thread at a time. Afterwards <see cref="UaConnection.TrySend"/> takes it, or <see cref="Dispose"/> returns it.
/// A chunk is closed before it is full if the next value does not fit into it. A message that starts small grows once.</remarks>
public sealed partial class MessageWriter : IBufferWriter<byte>, ILengthWriter, IDisposable
{
    private const int SmallBlock = 2048;

    private readonly TransportMemory _memory;
    private Chunk[] _chunks = new Chunk[4];
    private int _count; // of chunks, including the open one
    private byte[] _array = []; // of the open chunk
    private int _position;
    private int _end;
    private ChunkLayout _layout;
    private long _closedBody; // in the chunks before the open one
    private long _maxBody;
    private uint _maxChunks;
    private Share? _share; // the share for its memory
    private IMemoryOwner<byte>? _scratch; // for a value that is longer than a chunk, or than the rest of the open one

    internal MessageWriter(TransportMemory memory) => _memory = memory;

    public MessageType Type { get; private set; }

    public uint RequestId { get; private set; }

    /// <summary>Gets the length of the body.</summary>
    public long BodyLength => _closedBody + _position - _layout.Header;

    internal ChunkLayout Layout => _layout;

    /// <summary>Gets the number of bytes of memory that the message occupies.</summary>
    internal long Size { get; private set; }

    internal int ChunkCount => _count;

    /// <summary>Gets an encoder that writes to this message.</summary>
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

    /// <summary>Returns the memory of the message.</summary>
    public void Dispose()
    {
        if (Type == MessageType.None)
            return;

        Clear();
        Type = MessageType.None;
        _memory.Return(this);
    }

    /// <summary>Discards the written data.</summary>
    public void Restart()
    {
        Clear();
        OpenChunk(SmallBlock);
    }

    /// <summary>Starts a message.</summary>
    /// <param name="type">The type of the message.</param>
    /// <param name="requestId">The number of the request.</param>
    /// <param name="layout">The layout of the chunks.</param>
    /// <param name="maxBody">The maximum length of the body.</param>
    /// <param name="maxChunks">The maximum number of chunks.</param>
    /// <param name="share">The share that is reduced by each chunk before the chunk is encoded.</param>
    /// <param name="sizeHint">The approximate length of the body.</param>
    /// <exception cref="TransportException">The share is used up.</exception>
    internal void Begin(MessageType type, uint requestId, ChunkLayout layout, long maxBody, uint maxChunks, Share share, int sizeHint)
    {
        Debug.Assert(Type == MessageType.None && _count == 0, "The message is still in use.");
        Type = type;
        RequestId = requestId;
        _layout = layout;
        _share = share;
        _maxBody = maxBody;
        _maxChunks = maxChunks;
        OpenChunk(Math.Max(SmallBlock, sizeHint + layout.Header + 64));
    }

    /// <summary>Completes the encoding. Nothing more can be written.</summary>
    /// <exception cref="TransportException">The message is longer than the peer accepts.</exception>
    internal void Complete()
    {
        CloseChunk();
        if (_closedBody > _maxBody)
            ThrowTooLarge();
    }

    /// <summary>Gets a chunk with room for the additions of the security. Call it after <see cref="Complete"/>.</summary>
    /// <param name="index">The index of the chunk.</param>
    /// <param name="length">The length of its headers and body.</param>
    internal ArraySegment<byte> GetChunk(int index, out int length)
    {
        ref Chunk chunk = ref _chunks[index];
        length = chunk.Length;
        return new ArraySegment<byte>(chunk.Array, 0, _layout.SealedLength(length));
    }

    private struct Chunk
    {
        public IMemoryOwner<byte> Owner;
        public byte[] Array;
        public int Length;
    }
}
