using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Finds the handler of a 16-bit opcode in a dense table, parses the payload and calls the handler, all behind one indirect
/// call.</summary>
/// <typeparam name="TContext">The type of the context, such as a connection. A struct is faster than a class, whose handlers share
/// their compiled code with those of other classes.</typeparam>
/// <remarks>
/// <para>Created by an <see cref="OpcodeDispatcherBuilder{TContext}"/>, or by generated code for methods marked with
/// <see cref="OpcodeHandlerAttribute"/>.</para>
/// <para>Hostile input: nothing is logged and nothing allocated for unknown, malformed and filtered packets; they are counted.</para>
/// <para>Thread safety: immutable; every member may be called from any thread at any time, also from a handler. What
/// <see cref="ForOneCaller"/> made dispatches one packet at a time.</para>
/// <para>Allocation: none, but a block of counters for each thread at its first packet (40 bytes for each opcode that has a
/// handler).</para>
/// </remarks>
[DebuggerDisplay("Opcodes = {_counters.Others}, Packets = {GetTotals().Total}")]
public sealed unsafe partial class OpcodeDispatcher<TContext>
{
    private readonly OpcodeSlot<TContext>[] _slots;
    private readonly DispatchCounters _counters;
    private readonly OpcodeFaultHandler<TContext>? _onFault;
    private readonly UnknownOpcodeHandler<TContext>? _onUnknown;
    private readonly CallerLane? _lane;
    private readonly long[]? _ownBlock; // of the lane, here for one load less
    private readonly ushort _first;

    internal OpcodeDispatcher(
        OpcodeSlot<TContext>[] slots,
        ushort first,
        DispatchCounters counters,
        OpcodeFaultHandler<TContext>? onFault,
        UnknownOpcodeHandler<TContext>? onUnknown)
    {
        _slots = slots;
        _first = first;
        _onFault = onFault;
        _onUnknown = onUnknown;
        _counters = counters;
    }

    private OpcodeDispatcher(OpcodeDispatcher<TContext> source, CallerLane lane)
        : this(source._slots, source._first, source._counters, source._onFault, source._onUnknown)
    {
        _lane = lane;
        _ownBlock = lane.Block;
    }

    /// <summary>Creates a dispatcher of the same handlers for one caller, such as the loop of a connection or of a game, that need not find
    /// the counters of its thread for each packet.</summary>
    /// <returns>A dispatcher that counts together with this one: both report the same counters. There is nothing to dispose; when it is
    /// collected, its counts stay, and the next one counts on where it ended.</returns>
    /// <remarks>It dispatches one packet at a time. The caller may move to another thread if something orders the two, as an await does; a
    /// handler may call it. Two threads that dispatch through it at once lose counts, and nothing else.
    /// <para>Allocation: 8 bytes for each opcode that has a handler, and some 400 bytes.</para></remarks>
    public OpcodeDispatcher<TContext> ForOneCaller() => new(this, _counters.OpenLane());

    /// <summary>Parses and handles a packet.</summary>
    /// <param name="context">The context of the packet. It is passed on by reference.</param>
    /// <param name="opcode">The opcode.</param>
    /// <param name="payload">The payload; nothing refers to it when the call has ended.</param>
    /// <param name="states">The states that the sender is in, one bit each. The packet passes if its handler is registered for one of
    /// them.</param>
    /// <returns>The result.</returns>
    /// <remarks>An exception of a filter, parser or handler is passed to the fault handler; without one it reaches the caller. Either way
    /// the packet counts as <see cref="DispatchStatus.Faulted"/>.</remarks>
    public DispatchStatus Dispatch(in TContext context, ushort opcode, ReadOnlySpan<byte> payload, ulong states = ulong.MaxValue)
    {
        OpcodeSlot<TContext>[] slots = _slots;
        int index = opcode - _first;
        if ((uint)index >= (uint)slots.Length)
            return Refuse(in context, opcode, payload);

        ref readonly OpcodeSlot<TContext> slot = ref slots[index];
        if ((slot.States & states) == 0)
            return Refuse(in context, opcode, payload);

        // Before the call: with opcodes in no order the processor does this while it learns where the jump goes.
        long[]? block = _ownBlock ?? _counters.FindBlock();
        DispatchStatus status;
        try
        {
            status = ((delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus>)slot.Function)(slot.Entry!, in context, payload);
        }
        catch (Exception exception) when (CountFault(opcode))
        {
            _onFault!(in context, opcode, exception);
            return DispatchStatus.Faulted;
        }

        if (status != DispatchStatus.Handled || block is null)
            return Count(slot.Counter, status);

        DispatchCounters.AddHandled(block, slot.Counter);
        GC.KeepAlive(this); // the end of its lane gives the block away
        return DispatchStatus.Handled;
    }

    /// <summary>Gets the counters of one opcode.</summary>
    /// <param name="opcode">An opcode.</param>
    /// <returns>The counters; all 0 for an opcode that has no handler.</returns>
    public OpcodeCounters GetCounters(ushort opcode) => _counters.Of(opcode);

    /// <summary>Gets the counters of all opcodes, including unknown ones.</summary>
    /// <returns>The counters.</returns>
    public OpcodeCounters GetTotals() => _counters.OfAll();

    /// <summary>Returns a value that indicates whether an opcode has a handler.</summary>
    /// <param name="opcode">An opcode.</param>
    /// <returns><see langword="false"/> if its packets end as <see cref="DispatchStatus.Unknown"/>.</returns>
    public bool Handles(ushort opcode) => _counters.SlotOf(opcode) != _counters.Others;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private DispatchStatus Refuse(in TContext context, ushort opcode, ReadOnlySpan<byte> payload)
    {
        int counter = _counters.SlotOf(opcode);
        if (counter != _counters.Others)
            return Count(counter, DispatchStatus.Filtered);

        DispatchStatus status = DispatchStatus.Unknown;
        try
        {
            if (_onUnknown is not null)
                status = DispatchCounters.Check(_onUnknown(in context, opcode, payload));
        }
        catch (Exception exception) when (CountFault(opcode))
        {
            _onFault!(in context, opcode, exception);
            return DispatchStatus.Faulted;
        }

        return Count(_counters.Others, status);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private DispatchStatus Count(int counter, DispatchStatus status)
    {
        _counters.Add(counter, status);
        return status;
    }

    /// <summary>Runs when an exception passes, before anything is unwound.</summary>
    /// <returns>Whether there is somebody to take it.</returns>
    private bool CountFault(ushort opcode)
    {
        _counters.Add(_counters.SlotOf(opcode), DispatchStatus.Faulted);
        return _onFault is not null;
    }
}
