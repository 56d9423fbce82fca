namespace Pooling.Dispatch;

/// <summary>Handles exceptions of parsers and handlers. If it throws, the exception is thrown to the caller of the
/// dispatcher.</summary>
/// <typeparam name="TContext">The type of the context.</typeparam>
/// <param name="context">The context that was passed to the dispatcher.</param>
/// <param name="opcode">The opcode of the packet.</param>
/// <param name="exception">The exception.</param>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: determined by the handler.</para>
/// </remarks>
public delegate void OpcodeFaultHandler<TContext>(in TContext context, ushort opcode, Exception exception);
