namespace Pooling.GameServer.Transport;

/// <summary>Receives the packets of one connection, in order, on the thread that received them.</summary>
internal interface IPacketSink
{
    /// <summary>Handles a packet.</summary>
    /// <param name="packet">A frame without its length, which is valid until the method returns. It can be overwritten, so that it can be
    /// decrypted in place.</param>
    /// <returns><see langword="false"/> to stop receiving.</returns>
    bool OnPacket(Span<byte> packet);

    /// <summary>Called for an invalid frame. Nothing more is received.</summary>
    void OnBadFrame(Protocol.FrameStatus status);

    /// <summary>Called after the packets of one read.</summary>
    /// <param name="packets">The number of packets.</param>
    /// <param name="bytes">The number of bytes received since the last call.</param>
    void OnRead(int packets, long bytes);
}
