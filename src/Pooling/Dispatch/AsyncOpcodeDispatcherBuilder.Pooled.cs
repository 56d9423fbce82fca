namespace Pooling.Dispatch;

// Adding handlers of pooled packets, in every form.
public sealed partial class AsyncOpcodeDispatcherBuilder<TContext>
{
    /// <summary>Adds a handler for an opcode whose packets are pooled, with a parser and a handler that are structs.
    /// Each packet is returned to its pool when the handler has completed or thrown.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents, fills and returns the packet.</typeparam>
    /// <typeparam name="THandler">The type of the handler.</typeparam>
    /// <param name="opcode">The opcode, a number or a value of any enum of 8 or 16 bits.</param>
    /// <param name="parser">The parser, which can hold services. All dispatches use this one copy.</param>
    /// <param name="handler">The handler, which can hold services. All dispatches use this one copy.</param>
    /// <param name="states">The states of the sender in which the opcode is allowed, one bit each, as a number or a value of any enum. The
    /// default is every state.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0, so that the handler could never be called.</exception>
    public AsyncOpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser, THandler>(
        OpcodeValue opcode, TParser parser = default, THandler handler = default, SenderStates states = default)
        where TParser : struct, IPooledPacketParser<TPacket>
        where THandler : struct, IAsyncOpcodeHandler<TContext, TPacket>
    {
        var entry = new AsyncPooledPacketEntry<TContext, TPacket, TParser, THandler>(parser, handler);
        _table.Add(opcode.Value, states.Bits, entry, typeof(THandler));
        return this;
    }

    /// <summary>Adds a handler for an opcode whose packets are pooled, with a parser that is a struct and a handler
    /// that is a delegate. Each packet is returned to its pool when the handler has completed or thrown.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents, fills and returns the packet.</typeparam>
    /// <param name="opcode">The opcode, a number or a value of any enum of 8 or 16 bits.</param>
    /// <param name="handler">The handler. A static lambda is called faster than a static method.</param>
    /// <param name="parser">The parser, which can hold services. All dispatches use this one copy.</param>
    /// <param name="states">The states of the sender in which the opcode is allowed, one bit each, as a number or a value of any enum. The
    /// default is every state.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0, so that the handler could never be called.</exception>
    public AsyncOpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser>(
        OpcodeValue opcode, AsyncPacketHandler<TContext, TPacket> handler, TParser parser = default, SenderStates states = default)
        where TParser : struct, IPooledPacketParser<TPacket>
    {
        ArgumentNullException.ThrowIfNull(handler);

        var calling = new AsyncDelegateHandler<TContext, TPacket>(handler);
        var entry = new AsyncPooledPacketEntry<TContext, TPacket, TParser, AsyncDelegateHandler<TContext, TPacket>>(parser, calling);
        _table.Add(opcode.Value, states.Bits, entry, handler);
        return this;
    }
}
