using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.InteropServices;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <summary>The received bytes, and the chunks in them. An idle connection has a small block of memory. When the small block is full, the
/// connection gets a large one, which counts against the budget. A length field alone does not reserve memory.</summary>
/// <remarks>One thread at a time.</remarks>
internal sealed class ChunkReader(TransportMemory memory, Share budget) : IDisposable
{
    private const int SmallBlock = 4096;

    private IMemoryOwner<byte>? _block;
    private byte[] _array = []; // the array that starts with the block
    private int _start;
    private int _end;

    /// <summary>The maximum size of a chunk in bytes.</summary>
    public int MaxChunkLength { get; set; } = TransportLimits.MinBuffer;

    /// <summary>Returns the free memory to receive into; it is not empty.</summary>
    public Memory<byte> GetFree()
    {
        if (_block is null)
            Use(memory.Rent(SmallBlock));

        if (_start == _end)
            _start = _end = 0;

        if (_end == _block!.Memory.Length)
            MakeRoom();

        return _block.Memory[_end..];
    }

    public void Advance(int count) => _end += count;

    /// <summary>Gets the next chunk, if it is complete.</summary>
    /// <param name="chunk">The bytes of the chunk, valid until the next call of any member.</param>
    /// <exception cref="TransportException">The data is not a chunk, or the chunk is too long.</exception>
    public bool TryTake(out ArraySegment<byte> chunk)
    {
        chunk = default;
        int available = _end - _start;
        if (available < ChunkLayout.MessageHeader)
        {
            if (available == 0)
                Release();

            return false; // a header may arrive in parts, too
        }

        ReadOnlySpan<byte> received = _array.AsSpan(_start.._end);
        uint size = BinaryPrimitives.ReadUInt32LittleEndian(received[4..]);
        Check(received, size);
        if (available < (int)size)
            return false;

        chunk = new ArraySegment<byte>(_array, _start, (int)size);
        _start += (int)size;
        return true;
    }

    public void Dispose()
    {
        if (_block is null)
            return;

        End(_block);
        _block = null;
        _array = [];
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
                $"No chunk starts with the bytes {Convert.ToHexString(header[..4])}.");
        }

        if (size > MaxChunkLength || size < ChunkLayout.MessageHeader)
        {
            throw new TransportException(StatusCodes.BadTcpMessageTooLarge,
                $"A chunk has a size of {size} bytes; the agreed range is {ChunkLayout.MessageHeader} to {MaxChunkLength}.");
        }
    }

    [MemberNotNull(nameof(_block))]
    private void Use(IMemoryOwner<byte> block)
    {
        MemoryMarshal.TryGetArray((ReadOnlyMemory<byte>)block.Memory, out ArraySegment<byte> segment);
        _array = segment.Array!;
        _block = block;
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
        int large = (int)BitOperations.RoundUpToPowerOf2((uint)(MaxChunkLength + 1)); // the size of a block
        if (old.Memory.Length >= large)
        {
            rest.CopyTo(old.Memory); // fits, since a chunk is never longer than the block
        }
        else
        {
            Use(RentLarge(large));
            rest.CopyTo(_block.Memory);
            End(old);
        }

        _end = rest.Length;
        _start = 0;
    }

    private void End(IMemoryOwner<byte> block)
    {
        if (block.Memory.Length > SmallBlock)
            budget.Give(block.Memory.Length);

        block.Dispose();
    }

    private IMemoryOwner<byte> RentLarge(int bytes)
    {
        if (!budget.TryTake(bytes))
            throw new TransportException(StatusCodes.BadTcpNotEnoughResources, "The memory for received messages is used up.");

        return memory.Rent(bytes);
    }
}
