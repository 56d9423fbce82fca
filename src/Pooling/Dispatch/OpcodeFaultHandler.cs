namespace Pooling.Dispatch;

/// <summary>Handles the exceptions of filters, parsers and handlers. An exception that it throws itself reaches the caller of the
/// dispatcher.</summary>
/// <typeparam name="TContext">The type of the context.</typeparam>
/// <param name="context">The context that was passed to the dispatcher.</param>
/// <param name="opcode">The opcode of the packet.</param>
/// <param name="exception">The exception.</param>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: up to the handler.</para>
/// </remarks>
public delegate void OpcodeFaultHandler<TContext>(in TContext context, ushort opcode, Exception exception);
