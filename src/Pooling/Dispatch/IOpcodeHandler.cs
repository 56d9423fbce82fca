namespace Pooling.Dispatch;

/// <summary>Handles the packets of one opcode. Implement it by a struct, which may hold references to services, so that it is compiled into
/// its dispatcher.</summary>
/// <typeparam name="TContext">The type of the context, such as a connection. A struct is faster than a class.</typeparam>
/// <typeparam name="TPacket">The type of the packet.</typeparam>
/// <remarks>
/// <para>Thread safety: called from every thread that dispatches, at once.</para>
/// <para>Allocation: none is expected.</para>
/// </remarks>
public interface IOpcodeHandler<TContext, TPacket>
{
    /// <summary>Handles a packet.</summary>
    /// <param name="context">The context that was passed to the dispatcher.</param>
    /// <param name="packet">The packet; a pooled one is returned when this method ends, so do not keep it.</param>
    void Handle(in TContext context, in TPacket packet);
}
