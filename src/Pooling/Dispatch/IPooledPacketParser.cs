namespace Pooling.Dispatch;

/// <summary>A parser whose packets come from a pool and go back to it when their handler has ended.</summary>
/// <typeparam name="TPacket">The packet.</typeparam>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected.</para>
/// </remarks>
public interface IPooledPacketParser<TPacket> : IPacketParser<TPacket>
{
    /// <summary>Takes a packet back. Called once for each packet that <see cref="IPacketParser{TPacket}.TryParse"/> made, when the handler
    /// has ended or thrown. A parse that fails keeps nothing: it returns what it rented itself.</summary>
    /// <param name="packet">The packet.</param>
    void ReturnPacket(TPacket packet);
}
