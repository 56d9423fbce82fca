namespace Pooling.Dispatch;

/// <summary>Handles the packets of one opcode, and may complete asynchronously. Implement it as a struct, which can hold references to
/// services, so that it is compiled into its dispatcher.</summary>
/// <typeparam name="TContext">The type of the context, such as a connection.</typeparam>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: a call that completes synchronously should not allocate.</para>
/// </remarks>
public interface IAsyncOpcodeHandler<TContext, TPacket>
{
    /// <summary>Handles a packet.</summary>
    /// <param name="context">The context that was passed to the dispatcher.</param>
    /// <param name="packet">The packet. A pooled packet is returned when the task completes, so do not keep it longer.</param>
    /// <param name="cancellationToken">The token that was passed to the dispatcher.</param>
    /// <returns>A task that completes when the packet is handled.</returns>
    ValueTask HandleAsync(TContext context, TPacket packet, CancellationToken cancellationToken);
}
