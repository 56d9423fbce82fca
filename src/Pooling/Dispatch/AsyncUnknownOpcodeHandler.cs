namespace Pooling.Dispatch;

/// <summary>Handles the packets of opcodes that have no handler: to forward them, or to end the connection. A peer can send as many as it
/// likes: do not log each of them.</summary>
/// <typeparam name="TContext">The type of the context.</typeparam>
/// <param name="context">The context that was passed to the dispatcher.</param>
/// <param name="opcode">The opcode.</param>
/// <param name="payload">The payload, valid until the task ends.</param>
/// <param name="cancellationToken">The token that was passed to the dispatcher.</param>
/// <returns>The status that the dispatch ends with: <see cref="DispatchStatus.Unknown"/>, unless the handler has handled the
/// packet.</returns>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected of a call that ends at once.</para>
/// </remarks>
public delegate ValueTask<DispatchStatus> AsyncUnknownOpcodeHandler<TContext>(
    TContext context, ushort opcode, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken);
