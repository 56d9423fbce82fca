namespace Pooling.Dispatch;

/// <summary>Parses packets that are rented from a pool, and returns them when their handler has completed, for both
/// kinds of dispatchers. A packet does not refer to its payload.</summary>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: it should not allocate.</para>
/// </remarks>
public interface IPooledPacketParser<TPacket> : IPacketParser<TPacket>
{
    /// <summary>Returns a packet. Called once for each packet that <see cref="IPacketParser{TPacket}.TryParse"/> has
    /// returned, after the handler has completed or thrown, on the thread on which it did. A parse that fails must
    /// itself return what it has rented. If this throws after the handler has thrown, the exception of the handler is
    /// passed on.</summary>
    /// <param name="packet">The packet.</param>
    void ReturnPacket(TPacket packet);
}
