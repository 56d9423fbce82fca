using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Parses packets. Implement it as a struct, so that it is compiled into its dispatcher.</summary>
/// <typeparam name="TPacket">The type of the packet, a struct or a class. It must not refer to the payload.</typeparam>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: it should not allocate.</para>
/// </remarks>
public interface IPacketParser<TPacket>
{
    /// <summary>Attempts to parse a packet.</summary>
    /// <param name="payload">The whole payload as the peer sent it. Check every length. It is valid until the dispatch
    /// returns.</param>
    /// <param name="packet">The packet.</param>
    /// <returns><see langword="false"/> if the payload is malformed. Do not throw in this case: catch the
    /// <see cref="InvalidDataException"/> of a reader, which would count as
    /// <see cref="DispatchStatus.Faulted"/>.</returns>
    bool TryParse(ReadOnlySpan<byte> payload, [MaybeNullWhen(false)] out TPacket packet);
}
