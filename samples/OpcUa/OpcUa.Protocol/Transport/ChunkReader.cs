using System.Buffers;
using System.Buffers.Binary;
using System.Numerics;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>The bytes that were received, and the chunks in them. A connection that is idle has a small block of memory;
/// it gets a large one, which counts for the budget, when the small one is full: a claim alone costs nothing.</summary>
/// <remarks>One thread at a time.</remarks>
internal sealed class ChunkReader(TransportMemory memory) : IDisposable
{
    private const int SmallBlock = 4096;

    private IMemoryOwner<byte>? _block;
    private int _start;
    private int _end;

    /// <summary>The most bytes of a chunk.</summary>
    public int LongestChunk { get; set; } = TransportLimits.LeastBuffer;

    /// <summary>Where to receive to; not empty.</summary>
    public Memory<byte> GetFree()
    {
        _block ??= memory.Rent(SmallBlock);
        if (_start == _end)
            _start = _end = 0;

        if (_end == _block.Memory.Length)
            MakeRoom();

        return _block.Memory[_end..];
    }

    public void Advance(int count) => _end += count;

    /// <summary>Takes a chunk, once all of it is here.</summary>
    /// <param name="chunk">Its bytes, good until the next call of any member.</param>
    /// <exception cref="TransportException">It is none, or too long.</exception>
    public bool TryTake(out Span<byte> chunk)
    {
        chunk = default;
        int available = _end - _start;
        if (available < ChunkLayout.MessageHeader)
        {
            if (available == 0)
                Release();

            return false; // a header may come in pieces, too
        }

        Span<byte> received = _block!.Memory.Span[_start.._end];
        uint size = BinaryPrimitives.ReadUInt32LittleEndian(received[4..]);
        Check(received, size);
        if (available < (int)size)
            return false;

        chunk = received[..(int)size];
        _start += (int)size;
        return true;
    }

    public void Dispose()
    {
        if (_block is null)
            return;

        End(_block);
        _block = null;
        _start = _end = 0;
    }

    private void Check(ReadOnlySpan<byte> header, uint size)
    {
        var type = (MessageType)(BinaryPrimitives.ReadUInt32LittleEndian(header) & 0xFFFFFF);
        byte kind = header[3];
        bool isKnown = type is MessageType.Message
            || (kind == 'F' && type is MessageType.Hello or MessageType.Acknowledge or MessageType.Error
                or MessageType.OpenChannel or MessageType.CloseChannel);
        if (!isKnown || kind is not ((byte)'F' or (byte)'C' or (byte)'A'))
        {
            throw new TransportException(StatusCodes.BadTcpMessageTypeInvalid,
                $"No chunk begins with the bytes {Convert.ToHexString(header[..4])}.");
        }

        if (size > LongestChunk || size < ChunkLayout.MessageHeader)
        {
            throw new TransportException(StatusCodes.BadTcpMessageTooLarge,
                $"A chunk claims {size} bytes; {ChunkLayout.MessageHeader} to {LongestChunk} were agreed on.");
        }
    }

    private void Release()
    {
        if (_block is { Memory.Length: > SmallBlock })
            Dispose();
    }

    private void MakeRoom()
    {
        IMemoryOwner<byte> old = _block!;
        Memory<byte> rest = old.Memory[_start.._end];
        int large = (int)BitOperations.RoundUpToPowerOf2((uint)(LongestChunk + 1)); // which is what a block takes
        if (old.Memory.Length >= large)
        {
            rest.CopyTo(old.Memory); // a chunk is never longer than this: there was something before it
        }
        else
        {
            _block = RentLarge(large);
            rest.CopyTo(_block.Memory);
            End(old);
        }

        _end = rest.Length;
        _start = 0;
    }

    private void End(IMemoryOwner<byte> block)
    {
        if (block.Memory.Length > SmallBlock)
            memory.Receiving.Give(block.Memory.Length);

        block.Dispose();
    }

    private IMemoryOwner<byte> RentLarge(int bytes)
    {
        if (!memory.Receiving.TryTake(bytes))
            throw new TransportException(StatusCodes.BadTcpNotEnoughResources, "Too much is being received already.");

        return memory.Rent(bytes);
    }
}
