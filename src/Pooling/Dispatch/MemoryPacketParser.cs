using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Parses a packet for handlers that may complete asynchronously, as <see cref="IMemoryPacketParser{TPacket}.TryParse"/> does, at
/// the cost of one more indirect call.</summary>
/// <typeparam name="TPacket">The type of the packet, which may refer to the payload.</typeparam>
/// <param name="payload">The whole payload as the peer sent it. Check every length. It is valid until the task of the dispatch
/// completes.</param>
/// <param name="packet">The packet.</param>
/// <returns><see langword="false"/> if the payload is malformed. Do not throw in this case.</returns>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: it should not allocate. A static lambda is called faster than a static method.</para>
/// </remarks>
public delegate bool MemoryPacketParser<TPacket>(ReadOnlyMemory<byte> payload, [MaybeNullWhen(false)] out TPacket packet);
