namespace Pooling.Dispatch;

/// <summary>Handles a packet, as <see cref="IOpcodeHandler{TContext, TPacket}.Handle"/> does, at the cost of one more
/// indirect call.</summary>
/// <typeparam name="TContext">The type of the context.</typeparam>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <param name="context">The context that was passed to the dispatcher.</param>
/// <param name="packet">The packet.</param>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: it should not allocate. A static lambda is called faster than a static method.</para>
/// </remarks>
public delegate void PacketHandler<TContext, TPacket>(in TContext context, in TPacket packet);
