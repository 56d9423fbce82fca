namespace Pooling.Dispatch;

/// <summary>Collects the handlers of an <see cref="OpcodeDispatcher{TContext}"/>.</summary>
/// <typeparam name="TContext">What packets are handled for, such as a connection.</typeparam>
/// <remarks>
/// <para>Opcodes are laid out from the smallest to the greatest, 36 bytes for each number in between: up to 2.4 MB if they lie far
/// apart.</para>
/// <para>Thread safety: one thread at a time.</para>
/// <para>Allocation: the tables; dispatching allocates nothing.</para>
/// </remarks>
public sealed class OpcodeDispatcherBuilder<TContext>
{
    private readonly OpcodeTable<OpcodeEntry<TContext>> _table = new();
    private OpcodeFilter<TContext>? _filter;
    private OpcodeFaultHandler<TContext>? _onFault;
    private UnknownOpcodeHandler<TContext>? _onUnknown;

    /// <summary>Adds an opcode whose parser and handler are structs without state: one indirect call for each packet.</summary>
    /// <typeparam name="TPacket">The packet.</typeparam>
    /// <typeparam name="TParser">Makes the packet.</typeparam>
    /// <typeparam name="THandler">Handles it.</typeparam>
    /// <param name="opcode">The opcode.</param>
    /// <param name="states">The states of senders that the opcode is let through in, one bit each.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0: the handler could never be reached.</exception>
    /// <exception cref="ArgumentException"><typeparamref name="TParser"/> rents its packets: use <c>AddPooled</c>.</exception>
    public OpcodeDispatcherBuilder<TContext> Add<TPacket, TParser, THandler>(ushort opcode, ulong states = ulong.MaxValue)
        where TParser : struct, IPacketParser<TPacket>
        where THandler : struct, IOpcodeHandler<TContext, TPacket> =>
        Add<TPacket, TParser, THandler>(opcode, default, default, states);

    /// <summary>Adds an opcode whose parser and handler are structs that hold what they need, such as services: one indirect call for each
    /// packet.</summary>
    /// <typeparam name="TPacket">The packet.</typeparam>
    /// <typeparam name="TParser">Makes the packet.</typeparam>
    /// <typeparam name="THandler">Handles it.</typeparam>
    /// <param name="opcode">The opcode.</param>
    /// <param name="parser">The parser; every dispatch uses this one copy.</param>
    /// <param name="handler">The handler; every dispatch uses this one copy.</param>
    /// <param name="states">The states of senders that the opcode is let through in, one bit each.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0: the handler could never be reached.</exception>
    /// <exception cref="ArgumentException"><typeparamref name="TParser"/> rents its packets: use <c>AddPooled</c>.</exception>
    public OpcodeDispatcherBuilder<TContext> Add<TPacket, TParser, THandler>(ushort opcode, TParser parser, THandler handler, ulong states = ulong.MaxValue)
        where TParser : struct, IPacketParser<TPacket>
        where THandler : struct, IOpcodeHandler<TContext, TPacket>
    {
        RefusePooled<TPacket, TParser>();
        _table.Add(opcode, states, new PacketEntry<TContext, TPacket, TParser, THandler>(parser, handler), typeof(THandler).Name);
        return this;
    }

    /// <summary>Adds an opcode whose handler is a delegate: two indirect calls for each packet.</summary>
    /// <typeparam name="TPacket">The packet.</typeparam>
    /// <typeparam name="TParser">Makes the packet.</typeparam>
    /// <param name="opcode">The opcode.</param>
    /// <param name="handler">Handles the packet. A static lambda is called faster than a static method.</param>
    /// <param name="states">The states of senders that the opcode is let through in, one bit each.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0: the handler could never be reached.</exception>
    /// <exception cref="ArgumentException"><typeparamref name="TParser"/> rents its packets: use <c>AddPooled</c>.</exception>
    public OpcodeDispatcherBuilder<TContext> Add<TPacket, TParser>(ushort opcode, PacketHandler<TContext, TPacket> handler, ulong states = ulong.MaxValue)
        where TParser : struct, IPacketParser<TPacket>
    {
        ArgumentNullException.ThrowIfNull(handler);

        RefusePooled<TPacket, TParser>();
        var entry = new PacketEntry<TContext, TPacket, TParser, DelegateHandler<TContext, TPacket>>(default, new DelegateHandler<TContext, TPacket>(handler));
        _table.Add(opcode, states, entry, handler.Method.Name);
        return this;
    }

    /// <summary>Adds an opcode whose packets come from a pool, and go back to it when the handler has ended or thrown.</summary>
    /// <typeparam name="TPacket">The packet.</typeparam>
    /// <typeparam name="TParser">Rents the packet, fills it, and takes it back.</typeparam>
    /// <typeparam name="THandler">Handles it.</typeparam>
    /// <param name="opcode">The opcode.</param>
    /// <param name="parser">The parser; every dispatch uses this one copy.</param>
    /// <param name="handler">The handler; every dispatch uses this one copy.</param>
    /// <param name="states">The states of senders that the opcode is let through in, one bit each.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0: the handler could never be reached.</exception>
    public OpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser, THandler>(ushort opcode, TParser parser, THandler handler, ulong states = ulong.MaxValue)
        where TParser : struct, IPooledPacketParser<TPacket>
        where THandler : struct, IOpcodeHandler<TContext, TPacket>
    {
        _table.Add(opcode, states, new PooledPacketEntry<TContext, TPacket, TParser, THandler>(parser, handler), typeof(THandler).Name);
        return this;
    }

    /// <summary>Adds an opcode whose packets come from a pool and whose handler is a delegate: two indirect calls for each
    /// packet.</summary>
    /// <typeparam name="TPacket">The packet.</typeparam>
    /// <typeparam name="TParser">Rents the packet, fills it, and takes it back.</typeparam>
    /// <param name="opcode">The opcode.</param>
    /// <param name="parser">The parser; every dispatch uses this one copy.</param>
    /// <param name="handler">Handles the packet.</param>
    /// <param name="states">The states of senders that the opcode is let through in, one bit each.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="states"/> is 0: the handler could never be reached.</exception>
    public OpcodeDispatcherBuilder<TContext> AddPooled<TPacket, TParser>(
        ushort opcode, TParser parser, PacketHandler<TContext, TPacket> handler, ulong states = ulong.MaxValue)
        where TParser : struct, IPooledPacketParser<TPacket>
    {
        ArgumentNullException.ThrowIfNull(handler);

        var entry = new PooledPacketEntry<TContext, TPacket, TParser, DelegateHandler<TContext, TPacket>>(parser, new DelegateHandler<TContext, TPacket>(handler));
        _table.Add(opcode, states, entry, handler.Method.Name);
        return this;
    }

    /// <summary>Sets what decides, before a packet is parsed, whether it is let through: one more indirect call for each packet.</summary>
    /// <param name="filter">The filter. It is asked for opcodes that have a handler and are let through by the state of the sender.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="filter"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">There is a filter already.</exception>
    public OpcodeDispatcherBuilder<TContext> Filter(OpcodeFilter<TContext> filter)
    {
        SetOnce(ref _filter, filter, nameof(filter));
        return this;
    }

    /// <summary>Sets what takes the exceptions of filters, parsers and handlers. Without it they reach the caller of the
    /// dispatcher.</summary>
    /// <param name="handler">Takes the exceptions.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">There is one already.</exception>
    public OpcodeDispatcherBuilder<TContext> OnFault(OpcodeFaultHandler<TContext> handler)
    {
        SetOnce(ref _onFault, handler, nameof(handler));
        return this;
    }

    /// <summary>Sets what takes packets of opcodes without a handler. Without it they are only counted.</summary>
    /// <param name="handler">Takes the packets.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">There is one already.</exception>
    public OpcodeDispatcherBuilder<TContext> OnUnknown(UnknownOpcodeHandler<TContext> handler)
    {
        SetOnce(ref _onUnknown, handler, nameof(handler));
        return this;
    }

    /// <summary>Makes the dispatcher. What is added to the builder afterwards does not change it.</summary>
    /// <returns>The dispatcher.</returns>
    /// <exception cref="InvalidOperationException">An opcode was added twice; the message names each of them with its handlers.</exception>
    public OpcodeDispatcher<TContext> Build()
    {
        OpcodeFilter<TContext>? filter = _filter;
        OpcodeSlot<TContext>[] slots = _table.Build(
            (opcode, entry, states, counter) => new OpcodeSlot<TContext>(filter is null ? entry : new FilteredEntry<TContext>(entry, opcode, filter), states, counter),
            out ushort first,
            out DispatchCounters counters);
        return new OpcodeDispatcher<TContext>(slots, first, counters, _onFault, _onUnknown);
    }

    /// <summary>Its packets would never be returned.</summary>
    private static void RefusePooled<TPacket, TParser>()
    {
        if (typeof(IPooledPacketParser<TPacket>).IsAssignableFrom(typeof(TParser)))
            throw new ArgumentException($"{typeof(TParser).Name} rents its packets: add it with {nameof(AddPooled)}, which returns them.", nameof(TParser));
    }

    private static void SetOnce<TDelegate>(ref TDelegate? place, TDelegate value, string parameter) where TDelegate : Delegate
    {
        if (value is null)
            Throw.ArgumentNull(parameter);

        if (place is not null)
            Throw.InvalidOperation($"There is a {typeof(TDelegate).Name.Split('`')[0]} already: combine the two into one.");

        place = value;
    }
}
