namespace Pooling.Dispatch;

/// <summary>Handles packets whose opcode has no handler, for example to forward them or to close the connection. Do not log each packet: a
/// peer can send any number of them.</summary>
/// <typeparam name="TContext">The type of the context.</typeparam>
/// <param name="context">The context that was passed to the dispatcher.</param>
/// <param name="opcode">The opcode.</param>
/// <param name="payload">The payload, which is valid until the handler returns.</param>
/// <returns>The result of the dispatch: <see cref="DispatchStatus.Unknown"/>, unless this handler has handled the packet.</returns>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: it should not allocate.</para>
/// </remarks>
public delegate DispatchStatus UnknownOpcodeHandler<TContext>(in TContext context, ushort opcode, ReadOnlySpan<byte> payload);
