using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Reads a packet from a payload for handlers that may end later, as <see cref="IMemoryPacketParser{TPacket}.TryParse"/> does, at
/// the cost of one more indirect call.</summary>
/// <typeparam name="TPacket">The type of the packet, which may refer to the payload.</typeparam>
/// <param name="payload">The whole payload, as the peer sent it: check every length. It is valid until the task of the dispatch
/// ends.</param>
/// <param name="packet">The packet.</param>
/// <returns><see langword="false"/> if the payload is not such a packet. Do not throw for that.</returns>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected. A static lambda is called faster than a static method.</para>
/// </remarks>
public delegate bool MemoryPacketParser<TPacket>(ReadOnlyMemory<byte> payload, [MaybeNullWhen(false)] out TPacket packet);
