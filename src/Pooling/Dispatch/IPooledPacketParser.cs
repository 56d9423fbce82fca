namespace Pooling.Dispatch;

/// <summary>Reads packets that are rented from a pool and returned to it when their handler has ended.</summary>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected.</para>
/// </remarks>
public interface IPooledPacketParser<TPacket> : IPacketParser<TPacket>
{
    /// <summary>Returns a packet. Called once for each packet that <see cref="IPacketParser{TPacket}.TryParse"/> made, when the handler
    /// has ended or thrown. A parse that fails keeps nothing: it returns what it rented itself.</summary>
    /// <param name="packet">The packet.</param>
    void ReturnPacket(TPacket packet);
}
