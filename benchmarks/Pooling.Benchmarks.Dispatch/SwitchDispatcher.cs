namespace Pooling.Benchmarks.Dispatch;

/// <summary>The switch with the duties of a dispatcher: states; states and a catch; or states, counters and a catch. Refused packets are
/// always counted.</summary>
internal sealed class SwitchDispatcher<TContext> : SwitchState
    where TContext : struct, IMovementContext<TContext>
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal DispatchStatus DispatchByState(in TContext context, ushort opcode, ReadOnlySpan<byte> payload, ulong states)
    {
        ulong[] allowed = States;
        return opcode < allowed.Length && (allowed[opcode] & states) != 0
            ? OpcodeSwitch.Dispatch<MovementTarget<TContext>, TContext, ReadOnlySpan<byte>, DispatchStatus>(in context, opcode, payload)
            : Refuse(opcode);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal DispatchStatus DispatchAndCatch(in TContext context, ushort opcode, ReadOnlySpan<byte> payload, ulong states)
    {
        try
        {
            return DispatchByState(in context, opcode, payload, states);
        }
        catch (Exception exception)
        {
            return Fault(opcode, exception);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal DispatchStatus Dispatch(in TContext context, ushort opcode, ReadOnlySpan<byte> payload, ulong states)
    {
        if (opcode >= States.Length || (States[opcode] & states) == 0)
            return Refuse(opcode);

        DispatchStatus status;
        try
        {
            status = OpcodeSwitch.Dispatch<MovementTarget<TContext>, TContext, ReadOnlySpan<byte>, DispatchStatus>(
                in context, opcode, payload);
        }
        catch (Exception exception)
        {
            return Fault(opcode, exception);
        }

        return Count(opcode, status);
    }
}

/// <summary>The methods that the cases of the switch call.</summary>
internal readonly struct MovementTarget<TContext> : ISwitchTarget<TContext, ReadOnlySpan<byte>, DispatchStatus>
    where TContext : struct, IMovementContext<TContext>
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static DispatchStatus Handle<TKey>(in TContext context, ReadOnlySpan<byte> payload) where TKey : struct, IOpcodeKey
    {
        if (!default(MovementParser<TKey>).TryParse(payload, out Movement packet))
            return DispatchStatus.Malformed;

        TContext.Apply<TKey>(in context, in packet);
        return DispatchStatus.Handled;
    }
}

/// <summary>The states and counters of one thread. Counts are lost if two threads dispatch.</summary>
internal abstract class SwitchState
{
    private readonly long[] _counters = new long[(OpcodeSwitch.Count + 1) * 5];

    internal Exception? Last { get; private protected set; }

    private protected ulong[] States { get; } = [.. Enumerable.Repeat(1UL, OpcodeSwitch.Count)];

    private protected DispatchStatus Refuse(ushort opcode) => opcode < States.Length
        ? Count(opcode, DispatchStatus.Filtered)
        : Count(OpcodeSwitch.Count, DispatchStatus.Unknown);

    private protected DispatchStatus Fault(ushort opcode, Exception exception)
    {
        Last = exception;
        return Count(opcode, DispatchStatus.Faulted);
    }

    private protected DispatchStatus Count(int opcode, DispatchStatus status)
    {
        _counters[((int)status * (OpcodeSwitch.Count + 1)) + opcode]++;
        return status;
    }
}
