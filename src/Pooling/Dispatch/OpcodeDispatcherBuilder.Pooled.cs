namespace Pooling.Dispatch;

// Adding handlers of pooled packets, in every form.
public sealed partial class OpcodeDispatcherBuilder<TContext>
{
    /// <summary>Adds a handler for an opcode whose packets are pooled, with a parser and a handler that are structs.
    /// Each packet is returned to its pool when the handler has completed or thrown.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents, fills and returns the packet.</typeparam>
    /// <typeparam name="THandler">The type of the handler.</typeparam>
    /// <param name="opcode">The opcode. Cast a value of an enum.</param>
    /// <param name="parser">The parser, which can hold services. All dispatches use this one copy.</param>
    /// <param name="handler">The handler, which can hold services. All dispatches use this one copy.</param>
    /// <param name="states">The states of the sender in which the opcode is allowed, one bit each. Cast a value of an
    /// enum. The default is every state.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0, so that the handler could never be
    /// called.</exception>
    public OpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser, THandler>(
        ushort opcode, TParser parser = default, THandler handler = default, ulong states = ulong.MaxValue)
        where TParser : struct, IPooledPacketParser<TPacket>
        where THandler : struct, IOpcodeHandler<TContext, TPacket>
    {
        var entry = new PooledPacketEntry<TContext, TPacket, TParser, THandler>(parser, handler);
        _table.Add(opcode, states, entry, typeof(THandler));
        return this;
    }

    /// <summary>Adds a handler for an opcode whose packets are pooled, with a parser that is a struct and a handler
    /// that is a delegate. Each packet is returned to its pool when the handler has completed or thrown.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents, fills and returns the packet.</typeparam>
    /// <param name="opcode">The opcode. Cast a value of an enum.</param>
    /// <param name="handler">The handler. A static lambda is called faster than a static method.</param>
    /// <param name="parser">The parser, which can hold services. All dispatches use this one copy.</param>
    /// <param name="states">The states of the sender in which the opcode is allowed, one bit each. Cast a value of an
    /// enum. The default is every state.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0, so that the handler could never be
    /// called.</exception>
    public OpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser>(
        ushort opcode, PacketHandler<TContext, TPacket> handler, TParser parser = default,
        ulong states = ulong.MaxValue)
        where TParser : struct, IPooledPacketParser<TPacket>
    {
        ArgumentNullException.ThrowIfNull(handler);

        var entry = new PooledDelegatePacketEntry<TContext, TPacket, TParser>(parser, handler);
        _table.Add(opcode, states, entry, handler);
        return this;
    }
}
