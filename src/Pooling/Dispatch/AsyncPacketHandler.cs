namespace Pooling.Dispatch;

/// <summary>Handles a packet, as <see cref="IAsyncOpcodeHandler{TContext, TPacket}.HandleAsync"/> does, at the cost of one more indirect
/// call.</summary>
/// <typeparam name="TContext">The type of the context.</typeparam>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <param name="context">The context that was passed to the dispatcher.</param>
/// <param name="packet">The packet.</param>
/// <param name="cancellationToken">The token that was passed to the dispatcher.</param>
/// <returns>A task that completes when the packet is handled.</returns>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: a call that completes synchronously should not allocate. A static lambda is called faster than a static method.</para>
/// </remarks>
public delegate ValueTask AsyncPacketHandler<TContext, TPacket>(TContext context, TPacket packet, CancellationToken cancellationToken);
