using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Parses packets for handlers that may complete asynchronously. A packet may refer to its payload. Implement
/// it as a struct, so that it is compiled into its dispatcher. A struct that also is an
/// <see cref="IPacketParser{TPacket}"/> parses the span of the memory.</summary>
/// <typeparam name="TPacket">The type of the packet, a struct or a class.</typeparam>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: it should not allocate.</para>
/// </remarks>
public interface IMemoryPacketParser<TPacket>
{
    /// <summary>Attempts to parse a packet.</summary>
    /// <param name="payload">The whole payload as the peer sent it. Check every length. It is valid until the task of the dispatch
    /// completes.</param>
    /// <param name="packet">The packet.</param>
    /// <returns><see langword="false"/> if the payload is malformed. Do not throw in this case: catch the
    /// <see cref="InvalidDataException"/> of a reader, which would count as
    /// <see cref="DispatchStatus.Faulted"/>.</returns>
    bool TryParse(ReadOnlyMemory<byte> payload, [MaybeNullWhen(false)] out TPacket packet);
}
