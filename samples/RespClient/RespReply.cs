using System.Buffers;
using Pooling.Buffers;

namespace Pooling.Samples.RespClient;

/// <summary>A reply, whose bytes are in pooled memory until it is disposed.</summary>
/// <remarks>Items are read where they are, so an array takes as much memory as it has bytes. Copies are the same
/// reply: to
/// dispose several of them does no harm.</remarks>
internal readonly struct RespReply : IDisposable
{
    private readonly RespType _type;
    private readonly long _number;
    private readonly SharedBuffer _content; // of a string its bytes alone, so that 16 KB do not take an array of 32 KB

    /// <param name="reply">A whole reply, which <see cref="RespScanner"/> has found.</param>
    /// <param name="memory">The memory for the copy.</param>
    public RespReply(in ReadOnlySequence<byte> reply, ReplyMemory memory)
    {
        var reader = new SequenceReader<byte>(reply);
        reader.TryRead(out byte type);
        _type = (RespType)type;
        ReadOnlySequence<byte> content;
        if (_type is RespType.Simple or RespType.Error)
        {
            content = reply.Slice(1, reply.Length - 3);
            _number = content.Length;
        }
        else
        {
            reader.TryReadAsciiNumber(out _number, "\r\n"u8);
            content = _type == RespType.Bulk
                ? reader.UnreadSequence.Slice(0, Math.Max(_number, 0))
                : reader.UnreadSequence;
        }

        _content = content.IsEmpty ? default : SharedBuffer.Create(in content, memory);
    }

    /// <summary>Gets the value, which is valid until the reply is disposed.</summary>
    public RespValue Value => new(_type, _number, _content == default ? default : _content.Span);

    public void Dispose() => _content.Dispose();
}
