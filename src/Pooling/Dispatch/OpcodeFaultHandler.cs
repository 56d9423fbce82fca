namespace Pooling.Dispatch;

/// <summary>Takes what a filter, parser or handler threw. What it throws itself reaches the caller of the dispatcher.</summary>
/// <typeparam name="TContext">What a packet is handled for.</typeparam>
/// <param name="context">What was given to the dispatcher.</param>
/// <param name="opcode">The opcode of the packet.</param>
/// <param name="exception">What was thrown.</param>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: up to the handler.</para>
/// </remarks>
public delegate void OpcodeFaultHandler<TContext>(in TContext context, ushort opcode, Exception exception);
