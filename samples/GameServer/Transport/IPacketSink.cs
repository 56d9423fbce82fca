namespace Pooling.GameServer.Transport;

/// <summary>Takes the packets of one connection, in order, on the thread that received them.</summary>
internal interface IPacketSink
{
    /// <summary>Takes a packet.</summary>
    /// <param name="packet">A frame without its length, good until the method ends. It may be overwritten,
    /// so that it can be decrypted in place.</param>
    /// <returns><see langword="false"/> to receive nothing more.</returns>
    bool OnPacket(Span<byte> packet);

    /// <summary>Is told of a frame that cannot be accepted. Nothing more is received.</summary>
    void OnBadFrame(Protocol.FrameStatus status);

    /// <summary>Is called before the packets of one read, and after them.</summary>
    /// <param name="bytes">The bytes that were received since.</param>
    void OnRead(long bytes);

    void OnReadEnd(int packets);
}
