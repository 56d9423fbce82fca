namespace OpcUa.Protocol.Transport;

/// <summary>The layout of the chunks of a message. It is known before the body is encoded, so that the body is encoded in place.</summary>
public readonly struct ChunkLayout
{
    /// <summary>The type, the kind and the size.</summary>
    internal const int MessageHeader = 8;

    /// <summary>The message header and the id of the channel.</summary>
    internal const int ChannelHeader = 12;

    /// <summary>The channel header and the id of the token.</summary>
    internal const int TokenHeader = 16;

    /// <summary>The sequence number and the request id.</summary>
    internal const int SequenceHeader = 8;

    private readonly int _sequenceHeader;

    private ChunkLayout(int chunkSize, int readable, int sequenceHeader, IChunkSecurity security)
    {
        ChunkSize = chunkSize;
        Readable = readable;
        _sequenceHeader = sequenceHeader;
        Security = security;
        Header = readable + sequenceHeader;
        MaxBody = MaxBodyIn(chunkSize);
    }

    /// <summary>The maximum size of a sent chunk in bytes.</summary>
    public int ChunkSize { get; }

    /// <summary>The length of the headers that are not encrypted.</summary>
    public int Readable { get; }

    /// <summary>The length of all headers before the body.</summary>
    public int Header { get; }

    /// <summary>The maximum length of a body.</summary>
    public int MaxBody { get; }

    /// <summary>The security of the chunks.</summary>
    public IChunkSecurity Security { get; }

    /// <summary>The layout of HEL, ACK and ERR.</summary>
    internal static ChunkLayout Plain { get; } = new(TransportLimits.MinBuffer, MessageHeader, 0, NoSecurity.Instance);

    /// <summary>Returns the layout of chunks in a channel.</summary>
    /// <param name="chunkSize">The maximum size of a chunk in bytes.</param>
    /// <param name="readable">The length of the headers that are not encrypted.</param>
    /// <param name="security">The security of the rest.</param>
    internal static ChunkLayout Of(int chunkSize, int readable, IChunkSecurity security) =>
        new(chunkSize, readable, SequenceHeader, security);

    /// <summary>Returns the maximum length of a body that fits into a block of the given size.</summary>
    internal int MaxBodyIn(int size) =>
        ((size - Readable) / Security.CipherBlock * Security.PlainBlock) - _sequenceHeader - Security.PaddingSize - Security.Signature;

    /// <summary>Returns the length of a chunk after sealing.</summary>
    /// <param name="length">The length of its headers and body.</param>
    internal int SealedLength(int length)
    {
        int plain = length - Readable + Security.PaddingSize + Security.Signature;
        return Readable + ((plain + Security.PlainBlock - 1) / Security.PlainBlock * Security.CipherBlock);
    }
}
