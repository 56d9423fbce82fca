namespace Pooling.Dispatch;

/// <summary>A parser for handlers that may end later, whose packets come from a pool and go back to it when the handler has
/// ended.</summary>
/// <typeparam name="TPacket">The packet.</typeparam>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected.</para>
/// </remarks>
public interface IPooledMemoryPacketParser<TPacket> : IMemoryPacketParser<TPacket>
{
    /// <summary>Takes a packet back. Called once for each packet that <see cref="IMemoryPacketParser{TPacket}.TryParse"/> made, when the
    /// handler has ended or thrown, on the thread where it did. A parse that fails keeps nothing: it returns what it rented
    /// itself.</summary>
    /// <param name="packet">The packet.</param>
    void ReturnPacket(TPacket packet);
}
