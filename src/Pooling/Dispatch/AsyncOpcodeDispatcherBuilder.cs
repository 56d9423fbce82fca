using System.Diagnostics;

namespace Pooling.Dispatch;

/// <summary>Collects the handlers for an <see cref="AsyncOpcodeDispatcher{TContext}"/> and builds it.</summary>
/// <typeparam name="TContext">The type of the context of packets, such as a connection.</typeparam>
/// <remarks>
/// <para>Opcodes are 16-bit numbers or values of any enum of 8 or 16 bits; states are numbers or values of any enum:
/// <c>builder.Add&lt;Move, MoveParser, MoveHandler&gt;(Opcode.Move, PlayerState.InWorld)</c>.</para>
/// <para>A parser or handler that is a struct is compiled into the single indirect call for each packet; each delegate costs one
/// more.</para>
/// <para>The table spans the smallest to the largest opcode and takes 28 bytes for each number between them: up to 1.8 MB if they are far
/// apart.</para>
/// <para>Thread safety: one thread at a time.</para>
/// <para>Allocation: the tables; dispatching does not allocate.</para>
/// </remarks>
[DebuggerDisplay("Opcodes = {_table.Count}")]
public sealed partial class AsyncOpcodeDispatcherBuilder<TContext>
{
    private readonly OpcodeTable<AsyncOpcodeEntry<TContext>> _table = new();
    private OpcodeFilter<TContext>? _filter;
    private OpcodeFaultHandler<TContext>? _onFault;
    private AsyncUnknownOpcodeHandler<TContext>? _onUnknown;
    private bool _countsHandled;

    /// <summary>Sets the filter, which decides whether a packet is allowed before it is parsed. It costs one more indirect call for each
    /// packet.</summary>
    /// <param name="filter">The filter. It is called for opcodes that have a handler and are allowed in the state of the sender.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="filter"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">A filter is already set.</exception>
    public AsyncOpcodeDispatcherBuilder<TContext> Filter(OpcodeFilter<TContext> filter)
    {
        SetOnce(ref _filter, filter, nameof(filter));
        return this;
    }

    /// <summary>Sets the handler for exceptions of filters, parsers and handlers. Without it, they are thrown to the caller of the
    /// dispatcher.</summary>
    /// <param name="handler">The handler of the exceptions.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">A handler is already set.</exception>
    public AsyncOpcodeDispatcherBuilder<TContext> OnFault(OpcodeFaultHandler<TContext> handler)
    {
        SetOnce(ref _onFault, handler, nameof(handler));
        return this;
    }

    /// <summary>Sets the handler for packets whose opcode has no handler. Without it, they are only counted.</summary>
    /// <param name="handler">The handler of the packets.</param>
    /// <returns>This builder.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">A handler is already set.</exception>
    public AsyncOpcodeDispatcherBuilder<TContext> OnUnknown(AsyncUnknownOpcodeHandler<TContext> handler)
    {
        SetOnce(ref _onUnknown, handler, nameof(handler));
        return this;
    }

    /// <summary>Counts handled packets as well. Otherwise, only packets that are not handled are counted.</summary>
    /// <returns>This builder.</returns>
    /// <remarks>Finding the counters of the thread takes about 4 ns for each packet. Otherwise, <see cref="OpcodeCounters.Handled"/> stays
    /// 0.</remarks>
    public AsyncOpcodeDispatcherBuilder<TContext> CountHandled()
    {
        _countsHandled = true;
        return this;
    }

    /// <summary>Creates the dispatcher. Handlers that are added to the builder later do not change it.</summary>
    /// <returns>The dispatcher.</returns>
    /// <exception cref="InvalidOperationException">An opcode was added more than once; the message lists each one with its
    /// handlers.</exception>
    public AsyncOpcodeDispatcher<TContext> Build()
    {
        OpcodeFilter<TContext>? filter = _filter;
        DispatchCounters counters = _table.CreateCounters();
        AsyncOpcodeSlot<TContext>[] slots = _table.Build(
            (opcode, entry, states, counter) => new AsyncOpcodeSlot<TContext>(Filtered(opcode, entry), states, counter),
            out ushort first);
        return new AsyncOpcodeDispatcher<TContext>(slots, first, counters, _onFault, _onUnknown, _countsHandled);

        AsyncOpcodeEntry<TContext> Filtered(ushort opcode, AsyncOpcodeEntry<TContext> entry) =>
            filter is null ? entry : new AsyncFilteredEntry<TContext>(entry, opcode, filter);
    }

    private static void SetOnce<TDelegate>(ref TDelegate? place, TDelegate value, string parameter) where TDelegate : Delegate
    {
        if (value is null)
            Throw.ArgumentNull(parameter);

        if (place is not null)
            Throw.InvalidOperation($"The builder already has an {typeof(TDelegate).Name.Split('`')[0]}. Combine the two into one.");

        place = value;
    }
}
