namespace Pooling.Dispatch;

// The handlers of pooled packets, in every form.
public sealed partial class OpcodeDispatcherBuilder<TContext>
{
    /// <summary>Adds a handler of pooled packets, which return to their pool when the handler has ended or thrown: the parser and the
    /// handler are structs without state.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents the packet, fills it, and returns it.</typeparam>
    /// <typeparam name="THandler">The type of the handler.</typeparam>
    /// <param name="opcode">The opcode: a number, or a value of any enum of 8 or 16 bits.</param>
    /// <param name="states">The states of senders in which the opcode is let through, one bit each: a number, or a value of any enum; every
    /// state by default.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0: the handler could never be reached.</exception>
    public OpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser, THandler>(OpcodeValue opcode, SenderStates states = default)
        where TParser : struct, IPooledPacketParser<TPacket>
        where THandler : struct, IOpcodeHandler<TContext, TPacket> =>
        AddPooled<TPacket, TParser, THandler>(opcode, default, default, states);

    /// <summary>Adds a handler of pooled packets, which return to their pool when the handler has ended or thrown: the parser and the
    /// handler are structs that hold what they need, such as services.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents the packet, fills it, and returns it.</typeparam>
    /// <typeparam name="THandler">The type of the handler.</typeparam>
    /// <param name="opcode">The opcode: a number, or a value of any enum of 8 or 16 bits.</param>
    /// <param name="parser">The parser; every dispatch uses this one copy.</param>
    /// <param name="handler">The handler; every dispatch uses this one copy.</param>
    /// <param name="states">The states of senders in which the opcode is let through, one bit each: a number, or a value of any enum; every
    /// state by default.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0: the handler could never be reached.</exception>
    public OpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser, THandler>(
        OpcodeValue opcode, TParser parser, THandler handler, SenderStates states = default)
        where TParser : struct, IPooledPacketParser<TPacket>
        where THandler : struct, IOpcodeHandler<TContext, TPacket>
    {
        var entry = new PooledPacketEntry<TContext, TPacket, TParser, THandler>(parser, handler);
        _table.Add(opcode.Value, states.Bits, entry, typeof(THandler).Name);
        return this;
    }

    /// <summary>Adds a handler of pooled packets, which return to their pool when the handler has ended or thrown: the parser is a struct
    /// without state, the handler a delegate.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents the packet, fills it, and returns it.</typeparam>
    /// <param name="opcode">The opcode: a number, or a value of any enum of 8 or 16 bits.</param>
    /// <param name="handler">The handler. A static lambda is called faster than a static method.</param>
    /// <param name="states">The states of senders in which the opcode is let through, one bit each: a number, or a value of any enum; every
    /// state by default.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0: the handler could never be reached.</exception>
    public OpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser>(
        OpcodeValue opcode, PacketHandler<TContext, TPacket> handler, SenderStates states = default)
        where TParser : struct, IPooledPacketParser<TPacket> =>
        AddPooled<TPacket, TParser>(opcode, default, handler, states);

    /// <summary>Adds a handler of pooled packets, which return to their pool when the handler has ended or thrown: the parser is a struct
    /// that holds what it needs, the handler a delegate.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <typeparam name="TParser">The type of the parser, which rents the packet, fills it, and returns it.</typeparam>
    /// <param name="opcode">The opcode: a number, or a value of any enum of 8 or 16 bits.</param>
    /// <param name="parser">The parser; every dispatch uses this one copy.</param>
    /// <param name="handler">The handler. A static lambda is called faster than a static method.</param>
    /// <param name="states">The states of senders in which the opcode is let through, one bit each: a number, or a value of any enum; every
    /// state by default.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0: the handler could never be reached.</exception>
    public OpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser>(
        OpcodeValue opcode, TParser parser, PacketHandler<TContext, TPacket> handler, SenderStates states = default)
        where TParser : struct, IPooledPacketParser<TPacket>
    {
        ArgumentNullException.ThrowIfNull(handler);

        var entry = new PooledDelegatePacketEntry<TContext, TPacket, TParser>(parser, handler);
        _table.Add(opcode.Value, states.Bits, entry, handler.Method.Name);
        return this;
    }

    /// <summary>Adds a handler of pooled packets, which return to their pool when the handler has ended or thrown: the parser, what returns
    /// the packet, and the handler are delegates.</summary>
    /// <typeparam name="TPacket">The type of the packet.</typeparam>
    /// <param name="opcode">The opcode: a number, or a value of any enum of 8 or 16 bits.</param>
    /// <param name="parser">The parser. A static lambda is called faster than a static method.</param>
    /// <param name="returnPacket">Returns each packet that the parser made, once, when the handler has ended or thrown.</param>
    /// <param name="handler">The handler. A static lambda is called faster than a static method.</param>
    /// <param name="states">The states of senders in which the opcode is let through, one bit each: a number, or a value of any enum; every
    /// state by default.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="parser"/>, <paramref name="returnPacket"/> or <paramref name="handler"/> is
    /// <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0: the handler could never be reached.</exception>
    public OpcodeDispatcherBuilder<TContext> AddPooled<TPacket>(
        OpcodeValue opcode,
        PacketParser<TPacket> parser,
        Action<TPacket> returnPacket,
        PacketHandler<TContext, TPacket> handler,
        SenderStates states = default)
    {
        ArgumentNullException.ThrowIfNull(parser);
        ArgumentNullException.ThrowIfNull(returnPacket);

        var calling = new PooledDelegateParser<TPacket>(parser, returnPacket);
        return AddPooled<TPacket, PooledDelegateParser<TPacket>>(opcode, calling, handler, states);
    }
}
