namespace Pooling.Dispatch;

/// <summary>Decides, before a packet is parsed, whether it is let through: a rate limit, a permission.</summary>
/// <typeparam name="TContext">What a packet is handled for.</typeparam>
/// <param name="context">What was given to the dispatcher.</param>
/// <param name="opcode">The opcode, one that has a handler.</param>
/// <returns><see langword="false"/> to end the dispatch with <see cref="DispatchStatus.Filtered"/>.</returns>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected.</para>
/// </remarks>
public delegate bool OpcodeFilter<TContext>(in TContext context, ushort opcode);
