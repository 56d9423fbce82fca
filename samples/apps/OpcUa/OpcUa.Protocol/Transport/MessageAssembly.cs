using System.Buffers;
using System.Numerics;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>Assembles the bodies of several chunks. A message of one chunk is read in the receive buffer.</summary>
/// <remarks>One thread at a time.</remarks>
internal sealed class MessageAssembly(TransportMemory memory, Share budget) : IDisposable
{
    private const int SmallestBlock = 4096;

    private IMemoryOwner<byte>? _block;
    private int _length;
    private int _chunks;
    private int _lastLength;

    /// <summary>The maximum length of a message in bytes.</summary>
    public int MaxMessageLength { get; set; } = 64 * 1024;

    /// <summary>The maximum number of chunks of a message.</summary>
    public int MaxChunks { get; set; } = 64;

    /// <summary>The number of the message that is being received.</summary>
    public uint RequestId { get; private set; }

    public bool IsEmpty => _chunks == 0;

    public ReadOnlySpan<byte> Body => _block is null ? default : _block.Memory.Span[.._length];

    /// <summary>Adds the body of a chunk.</summary>
    /// <exception cref="TransportException">The message is too long.</exception>
    public void Add(uint requestId, ReadOnlySpan<byte> body)
    {
        if (_chunks > 0 && requestId != RequestId)
        {
            throw new TransportException(StatusCodes.BadTcpInternalError,
                $"A chunk of request {requestId} arrived within request {RequestId}.");
        }

        RequestId = requestId;
        CheckLength((long)_length + body.Length, ++_chunks);
        EnsureRoom(_length + body.Length);
        body.CopyTo(_block!.Memory.Span[_length..]);
        _length += body.Length;
    }

    /// <summary>Checks the length of a message of one chunk, or with the next of several chunks.</summary>
    public void CheckLength(long length, int chunks)
    {
        if (length > MaxMessageLength)
            throw new TransportException(StatusCodes.BadTcpMessageTooLarge, $"A message exceeds the limit of {MaxMessageLength} bytes.");

        if (chunks > MaxChunks)
            throw new TransportException(StatusCodes.BadTcpMessageTooLarge, $"A message exceeds the limit of {MaxChunks} chunks.");
    }

    /// <summary>Discards the message.</summary>
    public void Clear()
    {
        _lastLength = _length;
        if (_block is not null)
            Give(_block);

        _block = null;
        _length = 0;
        _chunks = 0;
    }

    public void Dispose() => Clear();

    private void EnsureRoom(int length)
    {
        if (_block is not null && length <= _block.Memory.Length)
            return;

        // Starts with the length of the last message, then doubles.
        int size = _block is null ? Math.Max(_lastLength, length) : Math.Max(2 * _block.Memory.Length, length);
        size = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(size, SmallestBlock)); // the size of a block
        if (!budget.TryTake(size))
            throw new TransportException(StatusCodes.BadTcpNotEnoughResources, "The memory for received messages is used up.");

        IMemoryOwner<byte> larger = memory.Rent(size);
        if (_block is not null)
        {
            _block.Memory[.._length].CopyTo(larger.Memory);
            Give(_block);
        }

        _block = larger;
    }

    private void Give(IMemoryOwner<byte> block)
    {
        budget.Give(block.Memory.Length);
        block.Dispose();
    }
}
