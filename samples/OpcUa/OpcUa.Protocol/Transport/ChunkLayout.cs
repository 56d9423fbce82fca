namespace OpcUa.Protocol.Transport;

/// <summary>How the chunks of a message are cut: known before its body is encoded, so that it is encoded where it is sent from.</summary>
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
        MostBody = MostBodyIn(chunkSize);
    }

    /// <summary>The most bytes of a chunk as it is sent.</summary>
    public int ChunkSize { get; }

    /// <summary>The bytes of the headers that stay readable.</summary>
    public int Readable { get; }

    /// <summary>The bytes before the body.</summary>
    public int Header { get; }

    /// <summary>The most bytes of a body.</summary>
    public int MostBody { get; }

    /// <summary>What is done with the chunks.</summary>
    public IChunkSecurity Security { get; }

    /// <summary>The layout of HEL, ACK and ERR.</summary>
    internal static ChunkLayout Plain { get; } = new(TransportLimits.LeastBuffer, MessageHeader, 0, NoSecurity.Instance);

    /// <summary>The layout of chunks in a channel.</summary>
    /// <param name="chunkSize">The most bytes of a chunk.</param>
    /// <param name="readable">The bytes of the headers that stay readable.</param>
    /// <param name="security">What is done with the rest.</param>
    internal static ChunkLayout Of(int chunkSize, int readable, IChunkSecurity security) =>
        new(chunkSize, readable, SequenceHeader, security);

    /// <summary>The most bytes of a body for which there is room in so much memory.</summary>
    internal int MostBodyIn(int size) =>
        ((size - Readable) / Security.CipherBlock * Security.PlainBlock) - _sequenceHeader - Security.PaddingSize - Security.Signature;

    /// <summary>The bytes of a chunk when it is sealed.</summary>
    /// <param name="length">The bytes of its headers and body.</param>
    internal int SealedLength(int length)
    {
        int plain = length - Readable + Security.PaddingSize + Security.Signature;
        return Readable + ((plain + Security.PlainBlock - 1) / Security.PlainBlock * Security.CipherBlock);
    }
}
