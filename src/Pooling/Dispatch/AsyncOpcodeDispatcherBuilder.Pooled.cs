namespace Pooling.Dispatch;

// Adding handlers of pooled packets, in every form.
public sealed partial class AsyncOpcodeDispatcherBuilder<TContext>
{
    /// <summary>Adds a handler for an opcode whose packets are pooled, with a parser and a handler that are stateless structs. Each packet
    /// is returned to its pool when the handler has completed or thrown.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents, fills and returns the packet.</typeparam>
    /// <typeparam name="THandler">The type of the handler.</typeparam>
    /// <param name="opcode">The opcode, a number or a value of any enum of 8 or 16 bits.</param>
    /// <param name="states">The states of the sender in which the opcode is allowed, one bit each, as a number or a value of any enum. The
    /// default is every state.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0, so that the handler could never be called.</exception>
    public AsyncOpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser, THandler>(OpcodeValue opcode, SenderStates states = default)
        where TParser : struct, IPooledMemoryPacketParser<TPacket>
        where THandler : struct, IAsyncOpcodeHandler<TContext, TPacket> =>
        AddPooled<TPacket, TParser, THandler>(opcode, default, default, states);

    /// <summary>Adds a handler for an opcode whose packets are pooled, with a parser and a handler that are structs, which can hold
    /// services. Each packet is returned to its pool when the handler has completed or thrown.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents, fills and returns the packet.</typeparam>
    /// <typeparam name="THandler">The type of the handler.</typeparam>
    /// <param name="opcode">The opcode, a number or a value of any enum of 8 or 16 bits.</param>
    /// <param name="parser">The parser. All dispatches use this one copy.</param>
    /// <param name="handler">The handler. All dispatches use this one copy.</param>
    /// <param name="states">The states of the sender in which the opcode is allowed, one bit each, as a number or a value of any enum. The
    /// default is every state.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0, so that the handler could never be called.</exception>
    public AsyncOpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser, THandler>(
        OpcodeValue opcode, TParser parser, THandler handler, SenderStates states = default)
        where TParser : struct, IPooledMemoryPacketParser<TPacket>
        where THandler : struct, IAsyncOpcodeHandler<TContext, TPacket>
    {
        var entry = new AsyncPooledPacketEntry<TContext, TPacket, TParser, THandler>(parser, handler);
        _table.Add(opcode.Value, states.Bits, entry, typeof(THandler).Name);
        return this;
    }

    /// <summary>Adds a handler for an opcode whose packets are pooled, with a parser that is a stateless struct and a handler that is a
    /// delegate. Each packet is returned to its pool when the handler has completed or thrown.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents, fills and returns the packet.</typeparam>
    /// <param name="opcode">The opcode, a number or a value of any enum of 8 or 16 bits.</param>
    /// <param name="handler">The handler. A static lambda is called faster than a static method.</param>
    /// <param name="states">The states of the sender in which the opcode is allowed, one bit each, as a number or a value of any enum. The
    /// default is every state.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0, so that the handler could never be called.</exception>
    public AsyncOpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser>(
        OpcodeValue opcode, AsyncPacketHandler<TContext, TPacket> handler, SenderStates states = default)
        where TParser : struct, IPooledMemoryPacketParser<TPacket> =>
        AddPooled<TPacket, TParser>(opcode, default, handler, states);

    /// <summary>Adds a handler for an opcode whose packets are pooled, with a parser that is a struct, which can hold services, and a
    /// handler that is a delegate. Each packet is returned to its pool when the handler has completed or thrown.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents, fills and returns the packet.</typeparam>
    /// <param name="opcode">The opcode, a number or a value of any enum of 8 or 16 bits.</param>
    /// <param name="parser">The parser. All dispatches use this one copy.</param>
    /// <param name="handler">The handler. A static lambda is called faster than a static method.</param>
    /// <param name="states">The states of the sender in which the opcode is allowed, one bit each, as a number or a value of any enum. The
    /// default is every state.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0, so that the handler could never be called.</exception>
    public AsyncOpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser>(
        OpcodeValue opcode, TParser parser, AsyncPacketHandler<TContext, TPacket> handler, SenderStates states = default)
        where TParser : struct, IPooledMemoryPacketParser<TPacket>
    {
        ArgumentNullException.ThrowIfNull(handler);

        var calling = new AsyncDelegateHandler<TContext, TPacket>(handler);
        var entry = new AsyncPooledPacketEntry<TContext, TPacket, TParser, AsyncDelegateHandler<TContext, TPacket>>(parser, calling);
        _table.Add(opcode.Value, states.Bits, entry, handler.Method.Name);
        return this;
    }

    /// <summary>Adds a handler for an opcode whose packets are pooled, with delegates that parse, return and handle a packet. Each packet
    /// is returned to its pool when the handler has completed or thrown.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <param name="opcode">The opcode, a number or a value of any enum of 8 or 16 bits.</param>
    /// <param name="parser">The parser. A static lambda is called faster than a static method.</param>
    /// <param name="returnPacket">Returns each packet of the parser once, when the handler has completed or thrown.</param>
    /// <param name="handler">The handler. A static lambda is called faster than a static method.</param>
    /// <param name="states">The states of the sender in which the opcode is allowed, one bit each, as a number or a value of any enum. The
    /// default is every state.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="parser"/>, <paramref name="returnPacket"/> or <paramref name="handler"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0, so that the handler could never be called.</exception>
    public AsyncOpcodeDispatcherBuilder<TContext> AddPooled<TPacket>(
        OpcodeValue opcode,
        MemoryPacketParser<TPacket> parser,
        Action<TPacket> returnPacket,
        AsyncPacketHandler<TContext, TPacket> handler,
        SenderStates states = default)
    {
        ArgumentNullException.ThrowIfNull(parser);
        ArgumentNullException.ThrowIfNull(returnPacket);

        var calling = new AsyncPooledDelegateParser<TPacket>(parser, returnPacket);
        return AddPooled<TPacket, AsyncPooledDelegateParser<TPacket>>(opcode, calling, handler, states);
    }
}
