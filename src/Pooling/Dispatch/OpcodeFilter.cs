namespace Pooling.Dispatch;

/// <summary>Decides, before a packet is parsed, whether it is let through, such as a rate limit or a permission.</summary>
/// <typeparam name="TContext">The type of the context.</typeparam>
/// <param name="context">The context that was passed to the dispatcher.</param>
/// <param name="opcode">The opcode, one that has a handler.</param>
/// <returns><see langword="false"/> to end the dispatch with <see cref="DispatchStatus.Filtered"/>.</returns>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected.</para>
/// </remarks>
public delegate bool OpcodeFilter<TContext>(in TContext context, ushort opcode);
