using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Finds the handler of a 16-bit opcode in a dense table, parses the payload, and calls the handler, all
/// behind a single indirect call.</summary>
/// <typeparam name="TContext">The type of the context, such as a connection.</typeparam>
/// <remarks>
/// <para>Created by an <see cref="OpcodeDispatcherBuilder{TContext}"/>, or by generated code for methods marked with
/// <see cref="OpcodeHandlerAttribute"/>.</para>
/// <para>Hostile input: unknown, malformed and filtered packets are counted; they are not logged, and do not
/// allocate.</para>
/// <para>Thread safety: immutable; every member may be called from any thread at any time, including from a
/// handler.</para>
/// <para>Allocation: none, except for a block of counters when a thread first counts a packet (40 bytes for each opcode
/// that has a handler). Handled packets are counted only if
/// <see cref="OpcodeDispatcherBuilder{TContext}.CountHandled"/> was called.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed unsafe partial class OpcodeDispatcher<TContext>
{
    // empty if handled packets are counted: every packet then takes the slow path
    private readonly OpcodeSlot<TContext>[] _slots;
    private readonly OpcodeSlot<TContext>[]? _countedSlots; // if they are counted
    private readonly OpcodeWatch<TContext> _watch;
    private readonly ushort _first;

    internal OpcodeDispatcher(
        OpcodeSlot<TContext>[] slots, ushort first, OpcodeWatch<TContext> watch, bool countsHandled)
    {
        _slots = countsHandled ? [] : slots;
        _countedSlots = countsHandled ? slots : null;
        _first = first;
        _watch = watch;
    }

    private DispatchCounters Counters => _watch.Counters;

    private string DebuggerText => $"Opcodes = {Counters.Others}, Packets = {GetTotals().Total}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Parses and handles a packet.</summary>
    /// <param name="context">The context of the packet, which is passed by reference.</param>
    /// <param name="opcode">The opcode.</param>
    /// <param name="payload">The payload, which is not used after the call returns.</param>
    /// <param name="states">The current states of the sender, one bit each. The packet is allowed if its handler is
    /// registered for at least one of them.</param>
    /// <returns>The result.</returns>
    /// <remarks>An exception of a parser or handler is passed to the fault handler, and the packet counts as
    /// <see cref="DispatchStatus.Faulted"/>. Without a fault handler, the exception is thrown to the caller and not
    /// counted.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public DispatchStatus Dispatch(
        in TContext context, ushort opcode, ReadOnlySpan<byte> payload, ulong states = ulong.MaxValue)
    {
        OpcodeSlot<TContext>[] slots = _slots;
        int index = opcode - _first;
        if ((uint)index < (uint)slots.Length)
        {
            ref readonly OpcodeSlot<TContext> slot = ref slots[index];
            if ((slot.States & states) != 0)
            {
                return ((delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus>)slot.Function)(
                    slot.Entry!, in context, payload);
            }
        }

        return DispatchSlowly(in context, opcode, payload, states);
    }

    /// <summary>Gets the counters of one opcode.</summary>
    /// <param name="opcode">The opcode.</param>
    /// <returns>The counters, which are all 0 for an opcode without a handler.</returns>
    public OpcodeCounters GetCounters(ushort opcode) => Counters.Of(opcode);

    /// <summary>Gets the counters of all opcodes, including unknown ones.</summary>
    /// <returns>The counters.</returns>
    public OpcodeCounters GetTotals() => Counters.OfAll();

    /// <summary>Returns a value that indicates whether an opcode has a handler.</summary>
    /// <param name="opcode">The opcode.</param>
    /// <returns><see langword="false"/> if its packets result in <see cref="DispatchStatus.Unknown"/>.</returns>
    public bool Handles(ushort opcode) => Counters.SlotOf(opcode) != Counters.Others;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private DispatchStatus DispatchSlowly(in TContext context, ushort opcode, ReadOnlySpan<byte> payload, ulong states)
    {
        OpcodeSlot<TContext>[]? slots = _countedSlots;
        int index = opcode - _first;
        if (slots is null || (uint)index >= (uint)slots.Length)
            return Refuse(opcode);

        ref readonly OpcodeSlot<TContext> slot = ref slots[index];
        if ((slot.States & states) == 0)
            return Refuse(opcode);

        // Before the call: if the opcodes are unpredictable, the processor does this while it resolves the target of
        // the jump.
        long[]? block = Counters.FindBlock();
        DispatchStatus status =
            ((delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus>)slot.Function)(
                slot.Entry!, in context, payload);
        if (status == DispatchStatus.Handled)
            slot.Entry!.CountHandled(block);

        return status;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private DispatchStatus Refuse(ushort opcode)
    {
        int counter = Counters.SlotOf(opcode);
        DispatchStatus status = counter != Counters.Others ? DispatchStatus.Filtered : DispatchStatus.Unknown;
        Counters.Add(counter, status);
        return status;
    }
}
