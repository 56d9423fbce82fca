namespace Pooling.Dispatch;

/// <summary>Reads packets that are rented from a pool and returned to it when the handler, which may end later, has ended.</summary>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected.</para>
/// </remarks>
public interface IPooledMemoryPacketParser<TPacket> : IMemoryPacketParser<TPacket>
{
    /// <summary>Returns a packet. Called once for each packet that <see cref="IMemoryPacketParser{TPacket}.TryParse"/> made, when the
    /// handler has ended or thrown, on the thread where it did. A parse that fails keeps nothing: it returns what it rented
    /// itself.</summary>
    /// <param name="packet">The packet.</param>
    void ReturnPacket(TPacket packet);
}
