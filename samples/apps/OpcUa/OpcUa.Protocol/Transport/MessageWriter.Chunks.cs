using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.InteropServices;
using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Transport;

/// <content>The chunks.</content>
public sealed partial class MessageWriter
{
    private int FullEnd => _layout.Header + _layout.MaxBody;

    private Memory<byte> GetSlow(int sizeHint)
    {
        int needed = Math.Max(1, sizeHint);
        if (_end < FullEnd)
            GrowChunk();

        if (needed > _end - _position && needed <= _layout.MaxBody)
        {
            CloseChunk();
            OpenChunk(_layout.ChunkSize);
        }

        return needed <= _end - _position ? _array.AsMemory(_position, _end - _position) : GetScratch(needed);
    }

    private Memory<byte> GetScratch(int length)
    {
        if (BodyLength + length > _maxBody)
            ThrowTooLarge();

        EndScratch();
        _scratch = Rent(length);
        return _scratch.Memory;
    }

    private void AdvanceScratch(int count)
    {
        IMemoryOwner<byte> scratch = _scratch!;
        _scratch = null;
        try
        {
            ReadOnlySpan<byte> rest = scratch.Memory.Span[..count];
            while (!rest.IsEmpty)
            {
                Span<byte> room = GetSpan();
                int length = Math.Min(room.Length, rest.Length);
                rest[..length].CopyTo(room);
                _position += length;
                rest = rest[length..];
            }
        }
        finally
        {
            Return(scratch);
        }
    }

    private void OpenChunk(int size)
    {
        if (_count >= _maxChunks || _closedBody > _maxBody)
            ThrowTooLarge();

        if (_count == _chunks.Length)
            Array.Resize(ref _chunks, _count * 2);

        Take(Math.Min(size, _layout.ChunkSize));
        _count++;
        _position = _layout.Header;
    }

    private void GrowChunk()
    {
        Chunk small = _chunks[_count - 1];
        Take(_layout.ChunkSize, _count - 1);
        small.Array.AsSpan(0, _position).CopyTo(_array);
        Return(small.Owner);
    }

    private void Take(int size) => Take(size, _count);

    private void Take(int size, int index)
    {
        IMemoryOwner<byte> owner = Rent(size);
        MemoryMarshal.TryGetArray((ReadOnlyMemory<byte>)owner.Memory, out ArraySegment<byte> segment);
        _array = segment.Array!; // the block is at its start
        _end = _layout.Header + _layout.MaxBodyIn(size);
        _chunks[index] = new Chunk { Owner = owner, Array = _array };
    }

    private void CloseChunk()
    {
        _chunks[_count - 1].Length = _position;
        _closedBody += _position - _layout.Header;
        _position = _layout.Header; // so that the length of the body is correct
    }

    private void Clear()
    {
        for (int i = 0; i < _count; i++)
            Return(_chunks[i].Owner);

        Array.Clear(_chunks, 0, _count);
        EndScratch();
        _count = 0;
        _closedBody = 0;
        _array = [];
        _position = 0;
        _end = 0;
    }

    private void EndScratch()
    {
        if (_scratch is not null)
            Return(_scratch);

        _scratch = null;
    }

    // The share is reduced before the block is rented, so that a message that becomes too large stops growing, regardless of its content.
    private IMemoryOwner<byte> Rent(int bytes)
    {
        int size = (int)BitOperations.RoundUpToPowerOf2((uint)bytes); // the size of a block
        if (!_share!.TryTake(size))
            throw new TransportException(StatusCodes.BadTcpNotEnoughResources, "The memory for sent messages is used up.");

        Size += size;
        return _memory.Rent(size);
    }

    private void Return(IMemoryOwner<byte> block)
    {
        int size = block.Memory.Length;
        Size -= size;
        block.Dispose();
        _share!.Give(size);
    }

    [DoesNotReturn]
    private void ThrowTooLarge() => throw new TransportException(StatusCodes.BadEncodingLimitsExceeded,
        $"The message is longer than the {_maxBody} bytes or {_maxChunks} chunks that the peer accepts.");
}
