using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Reads a packet from a payload, as <see cref="IPacketParser{TPacket}.TryParse"/> does, at the cost of one more indirect
/// call.</summary>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <param name="payload">The whole payload, as the peer sent it: check every length. It is valid until the dispatch ends.</param>
/// <param name="packet">The packet.</param>
/// <returns><see langword="false"/> if the payload is not such a packet. Do not throw for that.</returns>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected. A static lambda is called faster than a static method.</para>
/// </remarks>
public delegate bool PacketParser<TPacket>(ReadOnlySpan<byte> payload, [MaybeNullWhen(false)] out TPacket packet);
