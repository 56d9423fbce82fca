namespace Pooling.Dispatch;

/// <summary>Decides whether a packet is allowed before it is parsed, for example by a rate limit or a permission.</summary>
/// <typeparam name="TContext">The type of the context.</typeparam>
/// <param name="context">The context that was passed to the dispatcher.</param>
/// <param name="opcode">The opcode, which has a handler.</param>
/// <returns><see langword="false"/> to end the dispatch with <see cref="DispatchStatus.Filtered"/>.</returns>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: it should not allocate.</para>
/// </remarks>
public delegate bool OpcodeFilter<TContext>(in TContext context, ushort opcode);
