using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Finds the handler of a 16-bit opcode in a dense table, parses the payload, and calls the handler, which may complete
/// asynchronously.</summary>
/// <typeparam name="TContext">The type of the context, such as a connection.</typeparam>
/// <remarks>
/// <para>Created by an <see cref="AsyncOpcodeDispatcherBuilder{TContext}"/>, or by generated code for methods marked with
/// <see cref="OpcodeHandlerAttribute"/>.</para>
/// <para>Ownership: the payload belongs to the dispatch until its task completes. Await the task once, like any
/// <see cref="ValueTask{TResult}"/>.</para>
/// <para>Hostile input: unknown, malformed and filtered packets are counted; they are not logged, and do not allocate.</para>
/// <para>Thread safety: immutable; every member may be called from any thread at any time, including from a handler.</para>
/// <para>Allocation: none if the handler completes synchronously, except for a block of counters when a thread first counts a packet (40
/// bytes for each opcode that has a handler). A handler that completes later costs what its own task costs; the task of the dispatch is
/// pooled, except before .NET 6, where it is allocated.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class AsyncOpcodeDispatcher<TContext>
{
    private readonly AsyncOpcodeSlot<TContext>[] _slots;
    private readonly DispatchCounters _counters;
    private readonly OpcodeFaultHandler<TContext>? _onFault;
    private readonly ushort _first;
    private readonly bool _countsHandled;

    internal AsyncOpcodeDispatcher(
        AsyncOpcodeSlot<TContext>[] slots,
        ushort first,
        DispatchCounters counters,
        OpcodeFaultHandler<TContext>? onFault,
        bool countsHandled)
    {
        _slots = slots;
        _first = first;
        _onFault = onFault;
        _counters = counters;
        _countsHandled = countsHandled;
    }

    private string DebuggerText => $"Opcodes = {_counters.Others}, Packets = {GetTotals().Total}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Parses and handles a packet of a sender that is in every state.</summary>
    /// <param name="context">The context of the packet.</param>
    /// <param name="opcode">The opcode.</param>
    /// <param name="payload">The payload. Do not change it until the task completes.</param>
    /// <param name="cancellationToken">The token to pass to the handler.</param>
    /// <returns>The result.</returns>
    /// <remarks>An exception of a parser or handler is passed to the fault handler; without one, it is thrown to the
    /// caller. In both cases the packet counts as <see cref="DispatchStatus.Faulted"/>. A handler that ends because
    /// <paramref name="cancellationToken"/> was canceled also counts as faulted, and its exception is always thrown to
    /// the caller.</remarks>
    public ValueTask<DispatchStatus> DispatchAsync(
        TContext context, ushort opcode, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken = default) =>
        DispatchAsync(context, opcode, payload, ulong.MaxValue, cancellationToken);

    /// <summary>Parses and handles a packet.</summary>
    /// <param name="context">The context of the packet.</param>
    /// <param name="opcode">The opcode.</param>
    /// <param name="payload">The payload. Do not change it until the task completes.</param>
    /// <param name="states">The current states of the sender, one bit each. The packet is allowed if its handler is registered for at least
    /// one of them.</param>
    /// <param name="cancellationToken">The token to pass to the handler.</param>
    /// <returns>The result.</returns>
    /// <inheritdoc cref="DispatchAsync(TContext, ushort, ReadOnlyMemory{byte}, CancellationToken)" path="/remarks"/>
    public ValueTask<DispatchStatus> DispatchAsync(
        TContext context, ushort opcode, ReadOnlyMemory<byte> payload, ulong states, CancellationToken cancellationToken = default)
    {
        AsyncOpcodeSlot<TContext>[] slots = _slots;
        int index = opcode - _first;
        if ((uint)index >= (uint)slots.Length || (slots[index].States & states) == 0)
            return Refuse(opcode);

        int counter = slots[index].Counter;
        DispatchStatus status;
        try
        {
            status = slots[index].Entry!.Begin(context, payload, out ValueTask pending, cancellationToken);
            if (!pending.IsCompleted)
                return EndAsync(pending, context, opcode, counter, cancellationToken);

            pending.GetAwaiter().GetResult(); // throws the handler's exception
        }
        catch (Exception exception)
        {
            return Fault(context, opcode, counter, exception, cancellationToken);
        }

        if (status != DispatchStatus.Handled || _countsHandled)
            _counters.Add(counter, status);

        return new ValueTask<DispatchStatus>(status);
    }

    /// <inheritdoc cref="OpcodeDispatcher{TContext}.GetCounters"/>
    public OpcodeCounters GetCounters(ushort opcode) => _counters.Of(opcode);

    /// <inheritdoc cref="OpcodeDispatcher{TContext}.GetTotals"/>
    public OpcodeCounters GetTotals() => _counters.OfAll();

    /// <inheritdoc cref="OpcodeDispatcher{TContext}.Handles"/>
    public bool Handles(ushort opcode) => _counters.SlotOf(opcode) != _counters.Others;

    // Behaves like an async method: an exception that is not handled is stored in the task.
    private ValueTask<DispatchStatus> Fault(
        TContext context, ushort opcode, int counter, Exception exception, CancellationToken cancellationToken)
    {
        if (CountFault(counter, exception, cancellationToken))
        {
            try
            {
                _onFault!(in context, opcode, exception);
                return new ValueTask<DispatchStatus>(DispatchStatus.Faulted);
            }
            catch (Exception fault)
            {
                exception = fault;
            }
        }

        return new ValueTask<DispatchStatus>(exception is OperationCanceledException && cancellationToken.IsCancellationRequested
            ? Task.FromCanceled<DispatchStatus>(cancellationToken)
            : Task.FromException<DispatchStatus>(exception));
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<DispatchStatus> EndAsync(
        ValueTask pending, TContext context, ushort opcode, int counter, CancellationToken cancellationToken)
    {
        try
        {
            await pending.ConfigureAwait(false);
        }
        catch (Exception exception) when (CountFault(counter, exception, cancellationToken))
        {
            _onFault!(in context, opcode, exception);
            return DispatchStatus.Faulted;
        }

        if (_countsHandled)
            _counters.Add(counter, DispatchStatus.Handled); // only a handler leaves something pending

        return DispatchStatus.Handled;
    }

    private ValueTask<DispatchStatus> Refuse(ushort opcode)
    {
        int counter = _counters.SlotOf(opcode);
        DispatchStatus status = counter != _counters.Others ? DispatchStatus.Filtered : DispatchStatus.Unknown;
        _counters.Add(counter, status);
        return new ValueTask<DispatchStatus>(status);
    }

    /// <returns>Whether there is a fault handler for the exception. A cancellation is reported to the caller only.</returns>
    private bool CountFault(int counter, Exception exception, CancellationToken cancellationToken)
    {
        _counters.Add(counter, DispatchStatus.Faulted);
        return _onFault is not null && !(exception is OperationCanceledException && cancellationToken.IsCancellationRequested);
    }
}
