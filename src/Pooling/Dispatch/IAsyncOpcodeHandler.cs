namespace Pooling.Dispatch;

/// <summary>Handles the packets of one opcode and may end later. Implement it by a struct, which may hold references to services, so that
/// it is compiled into its dispatcher.</summary>
/// <typeparam name="TContext">The type of the context, such as a connection.</typeparam>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected of a call that ends at once.</para>
/// </remarks>
public interface IAsyncOpcodeHandler<TContext, TPacket>
{
    /// <summary>Handles a packet.</summary>
    /// <param name="context">The context that was passed to the dispatcher.</param>
    /// <param name="packet">The packet; a pooled one is returned when the task ends, so do not keep it longer.</param>
    /// <param name="cancellationToken">The token that was passed to the dispatcher.</param>
    /// <returns>A task that ends when the packet is handled.</returns>
    ValueTask HandleAsync(TContext context, TPacket packet, CancellationToken cancellationToken);
}
