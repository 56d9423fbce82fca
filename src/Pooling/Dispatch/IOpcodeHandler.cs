namespace Pooling.Dispatch;

/// <summary>Handles the packets of one opcode. Implement it as a struct, which can hold references to services, so that
/// it is compiled into its dispatcher.</summary>
/// <typeparam name="TContext">The type of the context, such as a connection. A struct is faster than a
/// class.</typeparam>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <remarks>
/// <para>Thread safety: may be called from several dispatching threads at the same time.</para>
/// <para>Allocation: it should not allocate.</para>
/// </remarks>
public interface IOpcodeHandler<TContext, TPacket>
{
    /// <summary>Handles a packet.</summary>
    /// <param name="context">The context that was passed to the dispatcher.</param>
    /// <param name="packet">The packet. A pooled packet is returned when this method returns, so do not keep
    /// it.</param>
    void Handle(in TContext context, in TPacket packet);
}
