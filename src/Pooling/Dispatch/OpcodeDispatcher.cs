using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Finds the handler of a 16-bit opcode in a dense table, parses the payload and calls the handler, all behind one indirect call.</summary>
/// <typeparam name="TContext">What packets are handled for, such as a connection. A struct is faster than a class, whose handlers share their
/// compiled code with those of other classes.</typeparam>
/// <remarks>
/// <para>Made by an <see cref="OpcodeDispatcherBuilder{TContext}"/>, or by generated code for methods marked with
/// <see cref="OpcodeHandlerAttribute"/>.</para>
/// <para>Hostile input: nothing is logged and nothing allocated for unknown, malformed and filtered packets; they are counted.</para>
/// <para>Thread safety: immutable; every member may be called from any thread at any time, also from a handler.</para>
/// <para>Allocation: none, but a block of counters for each thread at its first packet (40 bytes for each opcode of the table).</para>
/// </remarks>
public sealed class OpcodeDispatcher<TContext>
{
    private readonly OpcodeSlot<OpcodeEntry<TContext>>[] _slots;
    private readonly DispatchCounters _counters;
    private readonly OpcodeFaultHandler<TContext>? _onFault;
    private readonly UnknownOpcodeHandler<TContext>? _onUnknown;
    private readonly ushort _first;

    internal OpcodeDispatcher(
        OpcodeSlot<OpcodeEntry<TContext>>[] slots, ushort first, OpcodeFaultHandler<TContext>? onFault, UnknownOpcodeHandler<TContext>? onUnknown)
    {
        _slots = slots;
        _first = first;
        _onFault = onFault;
        _onUnknown = onUnknown;
        _counters = new DispatchCounters(slots.Length + 1); // the last one for opcodes outside
    }

    /// <summary>Parses and handles one packet.</summary>
    /// <param name="context">What the packet is handled for. It is handed on by reference.</param>
    /// <param name="opcode">The opcode.</param>
    /// <param name="payload">The payload; nothing refers to it any more when the call ends.</param>
    /// <param name="states">The states that the sender is in, one bit each. The packet passes if its handler is registered for one of them.</param>
    /// <returns>What became of the packet.</returns>
    /// <remarks>What a filter, parser or handler throws goes to the fault handler; without one it reaches the caller. Either way it counts as
    /// <see cref="DispatchStatus.Faulted"/>.</remarks>
    public DispatchStatus Dispatch(in TContext context, ushort opcode, ReadOnlySpan<byte> payload, ulong states = ulong.MaxValue)
    {
        OpcodeSlot<OpcodeEntry<TContext>>[] slots = _slots;
        int index = opcode - _first;
        if ((uint)index >= (uint)slots.Length || (slots[index].States & states) == 0)
            return Refuse(in context, opcode, payload);

        DispatchStatus status;
        try
        {
            status = slots[index].Entry!.Invoke(in context, payload);
        }
        catch (Exception exception) when (CountFault(index))
        {
            _onFault!(in context, opcode, exception);
            return DispatchStatus.Faulted;
        }

        _counters.Add(index, status);
        return status;
    }

    /// <summary>Counts the packets of one opcode so far.</summary>
    /// <param name="opcode">An opcode.</param>
    /// <returns>The counters; all 0 for an opcode that has no handler.</returns>
    public OpcodeCounters GetCounters(ushort opcode)
    {
        int index = opcode - _first;
        return IsHandled(index) ? _counters.OfSlot(index) : default;
    }

    /// <summary>Counts all packets so far, those of unknown opcodes included.</summary>
    /// <returns>The counters.</returns>
    public OpcodeCounters GetTotals() => _counters.OfAll();

    /// <summary>Whether an opcode has a handler.</summary>
    /// <param name="opcode">An opcode.</param>
    /// <returns><see langword="false"/> if its packets end as <see cref="DispatchStatus.Unknown"/>.</returns>
    public bool Handles(ushort opcode) => IsHandled(opcode - _first);

    private bool IsHandled(int index) => (uint)index < (uint)_slots.Length && _slots[index].Entry is not null;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private DispatchStatus Refuse(in TContext context, ushort opcode, ReadOnlySpan<byte> payload)
    {
        int index = opcode - _first;
        if (IsHandled(index))
        {
            _counters.Add(index, DispatchStatus.Filtered);
            return DispatchStatus.Filtered;
        }

        index = _slots.Length;
        DispatchStatus status = DispatchStatus.Unknown;
        try
        {
            if (_onUnknown is not null)
                status = DispatchCounters.Check(_onUnknown(in context, opcode, payload));
        }
        catch (Exception exception) when (CountFault(index))
        {
            _onFault!(in context, opcode, exception);
            return DispatchStatus.Faulted;
        }

        _counters.Add(index, status);
        return status;
    }

    /// <summary>Runs when an exception passes, before anything is unwound.</summary>
    /// <returns>Whether there is somebody to take it.</returns>
    private bool CountFault(int index)
    {
        _counters.Add(index, DispatchStatus.Faulted);
        return _onFault is not null;
    }
}
