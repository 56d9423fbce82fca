using System.Diagnostics.CodeAnalysis;

namespace Pooling.Dispatch;

/// <summary>Parses a packet, as <see cref="IPacketParser{TPacket}.TryParse"/> does, at the cost of one more indirect call.</summary>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <param name="payload">The whole payload as the peer sent it. Check every length. It is valid until the dispatch returns.</param>
/// <param name="packet">The packet.</param>
/// <returns><see langword="false"/> if the payload is malformed. Do not throw in this case.</returns>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: it should not allocate. A static lambda is called faster than a static method.</para>
/// </remarks>
public delegate bool PacketParser<TPacket>(ReadOnlySpan<byte> payload, [MaybeNullWhen(false)] out TPacket packet);
