namespace Pooling.Dispatch;

/// <summary>Handles the packets of opcodes that have no handler: to forward them, or to end the connection. A peer can send as many as it
/// likes: do not log each of them.</summary>
/// <typeparam name="TContext">The type of the context.</typeparam>
/// <param name="context">The context that was passed to the dispatcher.</param>
/// <param name="opcode">The opcode.</param>
/// <param name="payload">The payload, valid until the handler ends.</param>
/// <returns>The status that the dispatch ends with: <see cref="DispatchStatus.Unknown"/>, unless the handler has handled the
/// packet.</returns>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected.</para>
/// </remarks>
public delegate DispatchStatus UnknownOpcodeHandler<TContext>(in TContext context, ushort opcode, ReadOnlySpan<byte> payload);
