using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Reads packets from payloads. Implement it by a struct, so that it is compiled into its dispatcher.</summary>
/// <typeparam name="TPacket">The type of the packet: a struct that may refer to nothing of the payload, or a class.</typeparam>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected.</para>
/// </remarks>
public interface IPacketParser<TPacket>
{
    /// <summary>Attempts to read a packet.</summary>
    /// <param name="payload">The whole payload, as the peer sent it: check every length. It is valid until the dispatch ends.</param>
    /// <param name="packet">The packet.</param>
    /// <returns><see langword="false"/> if the payload is not such a packet. Do not throw for that.</returns>
    bool TryParse(ReadOnlySpan<byte> payload, [MaybeNullWhen(false)] out TPacket packet);
}
