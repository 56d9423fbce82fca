using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Finds the handler of a 16-bit opcode in a dense table, parses the payload and calls the handler, which may end later.</summary>
/// <typeparam name="TContext">What packets are handled for, such as a connection.</typeparam>
/// <remarks>
/// <para>Made by an <see cref="AsyncOpcodeDispatcherBuilder{TContext}"/>, or by generated code for methods marked with
/// <see cref="OpcodeHandlerAttribute"/>.</para>
/// <para>Ownership: the payload belongs to the dispatch until its task ends. Await the task once, as every <see cref="ValueTask{TResult}"/>.</para>
/// <para>Hostile input: nothing is logged and nothing allocated for unknown, malformed and filtered packets; they are counted.</para>
/// <para>Thread safety: immutable; every member may be called from any thread at any time, also from a handler.</para>
/// <para>Allocation: none if the handler ends at once, but a block of counters for each thread at its first packet (40 bytes for each opcode of
/// the table). A handler that ends later costs what its own task costs; the task of the dispatch is pooled, below .NET 6 allocated.</para>
/// </remarks>
public sealed class AsyncOpcodeDispatcher<TContext>
{
    private readonly OpcodeSlot<AsyncOpcodeEntry<TContext>>[] _slots;
    private readonly DispatchCounters _counters;
    private readonly OpcodeFaultHandler<TContext>? _onFault;
    private readonly AsyncUnknownOpcodeHandler<TContext>? _onUnknown;
    private readonly ushort _first;

    internal AsyncOpcodeDispatcher(
        OpcodeSlot<AsyncOpcodeEntry<TContext>>[] slots, ushort first, OpcodeFaultHandler<TContext>? onFault, AsyncUnknownOpcodeHandler<TContext>? onUnknown)
    {
        _slots = slots;
        _first = first;
        _onFault = onFault;
        _onUnknown = onUnknown;
        _counters = new DispatchCounters(slots.Length + 1); // the last one for opcodes outside
    }

    /// <summary>Parses and handles one packet of a sender that is in every state.</summary>
    /// <param name="context">What the packet is handled for.</param>
    /// <param name="opcode">The opcode.</param>
    /// <param name="payload">The payload; leave it alone until the task ends.</param>
    /// <param name="cancellationToken">Handed to the handler.</param>
    /// <returns>What became of the packet.</returns>
    /// <remarks>What a filter, parser or handler throws goes to the fault handler; without one it reaches the caller. Either way it counts as
    /// <see cref="DispatchStatus.Faulted"/>. A handler that ends because <paramref name="cancellationToken"/> was cancelled counts as faulted too,
    /// and its exception always reaches the caller.</remarks>
    public ValueTask<DispatchStatus> DispatchAsync(TContext context, ushort opcode, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken = default) =>
        DispatchAsync(context, opcode, payload, ulong.MaxValue, cancellationToken);

    /// <summary>Parses and handles one packet.</summary>
    /// <param name="context">What the packet is handled for.</param>
    /// <param name="opcode">The opcode.</param>
    /// <param name="payload">The payload; leave it alone until the task ends.</param>
    /// <param name="states">The states that the sender is in, one bit each. The packet passes if its handler is registered for one of them.</param>
    /// <param name="cancellationToken">Handed to the handler.</param>
    /// <returns>What became of the packet.</returns>
    /// <inheritdoc cref="DispatchAsync(TContext, ushort, ReadOnlyMemory{byte}, CancellationToken)" path="/remarks"/>
    public ValueTask<DispatchStatus> DispatchAsync(
        TContext context, ushort opcode, ReadOnlyMemory<byte> payload, ulong states, CancellationToken cancellationToken = default)
    {
        OpcodeSlot<AsyncOpcodeEntry<TContext>>[] slots = _slots;
        int index = opcode - _first;
        if ((uint)index >= (uint)slots.Length || (slots[index].States & states) == 0)
            return RefuseAsync(context, opcode, payload, cancellationToken);

        DispatchStatus status;
        ValueTask pending;
        try
        {
            status = slots[index].Entry!.Begin(context, payload, out pending, cancellationToken);
            if (pending.IsCompleted)
                pending.GetAwaiter().GetResult(); // throws what the handler threw
            else
                return EndAsync(pending, context, opcode, index, cancellationToken);
        }
        catch (Exception exception)
        {
            return Fault(context, opcode, index, exception, cancellationToken);
        }

        _counters.Add(index, status);
        return new ValueTask<DispatchStatus>(status);
    }

    /// <inheritdoc cref="OpcodeDispatcher{TContext}.GetCounters"/>
    public OpcodeCounters GetCounters(ushort opcode)
    {
        int index = opcode - _first;
        return IsHandled(index) ? _counters.OfSlot(index) : default;
    }

    /// <inheritdoc cref="OpcodeDispatcher{TContext}.GetTotals"/>
    public OpcodeCounters GetTotals() => _counters.OfAll();

    /// <inheritdoc cref="OpcodeDispatcher{TContext}.Handles"/>
    public bool Handles(ushort opcode) => IsHandled(opcode - _first);

    private bool IsHandled(int index) => (uint)index < (uint)_slots.Length && _slots[index].Entry is not null;

    private ValueTask<DispatchStatus> Fault(TContext context, ushort opcode, int index, Exception exception, CancellationToken cancellationToken)
    {
        if (CountFault(index, exception, cancellationToken))
        {
            _onFault!(in context, opcode, exception);
            return new ValueTask<DispatchStatus>(DispatchStatus.Faulted);
        }

        // As if the method were asynchronous: the exception comes with the task.
        return new ValueTask<DispatchStatus>(exception is OperationCanceledException && cancellationToken.IsCancellationRequested
            ? Task.FromCanceled<DispatchStatus>(cancellationToken)
            : Task.FromException<DispatchStatus>(exception));
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<DispatchStatus> EndAsync(ValueTask pending, TContext context, ushort opcode, int index, CancellationToken cancellationToken)
    {
        try
        {
            await pending.ConfigureAwait(false);
        }
        catch (Exception exception) when (CountFault(index, exception, cancellationToken))
        {
            _onFault!(in context, opcode, exception);
            return DispatchStatus.Faulted;
        }

        _counters.Add(index, DispatchStatus.Handled); // only a handler leaves something pending
        return DispatchStatus.Handled;
    }

    private ValueTask<DispatchStatus> RefuseAsync(TContext context, ushort opcode, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken)
    {
        int index = opcode - _first;
        if (IsHandled(index))
        {
            _counters.Add(index, DispatchStatus.Filtered);
            return new ValueTask<DispatchStatus>(DispatchStatus.Filtered);
        }

        if (_onUnknown is { } onUnknown)
            return EndUnknownAsync(onUnknown, context, opcode, payload, cancellationToken);

        _counters.Add(_slots.Length, DispatchStatus.Unknown);
        return new ValueTask<DispatchStatus>(DispatchStatus.Unknown);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<DispatchStatus> EndUnknownAsync(
        AsyncUnknownOpcodeHandler<TContext> onUnknown, TContext context, ushort opcode, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken)
    {
        int index = _slots.Length;
        DispatchStatus status;
        try
        {
            status = DispatchCounters.Check(await onUnknown(context, opcode, payload, cancellationToken).ConfigureAwait(false));
        }
        catch (Exception exception) when (CountFault(index, exception, cancellationToken))
        {
            _onFault!(in context, opcode, exception);
            return DispatchStatus.Faulted;
        }

        _counters.Add(index, status);
        return status;
    }

    /// <returns>Whether there is somebody to take the exception. The caller who cancels wants to know, and nobody else.</returns>
    private bool CountFault(int index, Exception exception, CancellationToken cancellationToken)
    {
        _counters.Add(index, DispatchStatus.Faulted);
        return _onFault is not null && !(exception is OperationCanceledException && cancellationToken.IsCancellationRequested);
    }
}
