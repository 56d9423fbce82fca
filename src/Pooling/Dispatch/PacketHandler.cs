namespace Pooling.Dispatch;

/// <summary>Handles a packet, as <see cref="IOpcodeHandler{TContext, TPacket}.Handle"/> does, at the cost of one more indirect
/// call.</summary>
/// <typeparam name="TContext">What a packet is handled for.</typeparam>
/// <typeparam name="TPacket">The packet.</typeparam>
/// <param name="context">What was given to the dispatcher.</param>
/// <param name="packet">The packet.</param>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected. A static lambda is called faster than a static method.</para>
/// </remarks>
public delegate void PacketHandler<TContext, TPacket>(in TContext context, in TPacket packet);
