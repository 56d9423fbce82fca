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

/// <summary>The switch for handlers that await. The catch is in an asynchronous method around the switch, or in one that is not.</summary>
internal sealed class AsyncSwitchDispatcher : SwitchState
{
    internal ValueTask<DispatchStatus> DispatchByStateAsync(SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload,
        ulong states, CancellationToken cancellationToken)
    {
        ulong[] allowed = States;
        return opcode < allowed.Length && (allowed[opcode] & states) != 0
            ? OpcodeSwitch.Dispatch<Target, SessionContext, Cancellable, ValueTask<DispatchStatus>>(
                in context, opcode, new Cancellable(payload, cancellationToken))
            : new ValueTask<DispatchStatus>(Refuse(opcode));
    }

    internal async ValueTask<DispatchStatus> DispatchAndCatchAsync(SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload,
        ulong states, CancellationToken cancellationToken)
    {
        try
        {
            return await DispatchByStateAsync(context, opcode, payload, states, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            return Fault(opcode, exception);
        }
    }

    internal async ValueTask<DispatchStatus> DispatchAsync(SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload,
        ulong states, CancellationToken cancellationToken)
    {
        if (opcode >= States.Length || (States[opcode] & states) == 0)
            return Refuse(opcode);

        DispatchStatus status;
        try
        {
            status = await OpcodeSwitch.Dispatch<Target, SessionContext, Cancellable, ValueTask<DispatchStatus>>(
                in context, opcode, new Cancellable(payload, cancellationToken)).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            return Fault(opcode, exception);
        }

        return Count(opcode, status);
    }

    internal ValueTask<DispatchStatus> DispatchByHandAsync(SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload,
        ulong states, CancellationToken cancellationToken)
    {
        if (opcode >= States.Length || (States[opcode] & states) == 0)
            return new ValueTask<DispatchStatus>(Refuse(opcode));

        DispatchStatus status;
        try
        {
            ValueTask<DispatchStatus> handling = OpcodeSwitch.Dispatch<Target, SessionContext, Cancellable, ValueTask<DispatchStatus>>(
                in context, opcode, new Cancellable(payload, cancellationToken));
            if (!handling.IsCompleted)
                return EndAsync(handling, opcode);

            status = handling.GetAwaiter().GetResult();
        }
        catch (Exception exception)
        {
            return new ValueTask<DispatchStatus>(Fault(opcode, exception));
        }

        return new ValueTask<DispatchStatus>(Count(opcode, status));
    }

    private async ValueTask<DispatchStatus> EndAsync(ValueTask<DispatchStatus> handling, ushort opcode)
    {
        try
        {
            return Count(opcode, await handling.ConfigureAwait(false));
        }
        catch (Exception exception)
        {
            return Fault(opcode, exception);
        }
    }

    private static async ValueTask<DispatchStatus> EndAsync(ValueTask handling)
    {
        await handling.ConfigureAwait(false);
        return DispatchStatus.Handled;
    }

    private readonly record struct Cancellable(ReadOnlyMemory<byte> Payload, CancellationToken Token);

    private readonly struct Target : ISwitchTarget<SessionContext, Cancellable, ValueTask<DispatchStatus>>
    {
        [MethodImpl(MethodImplOptions.NoInlining)]
        public static ValueTask<DispatchStatus> Handle<TKey>(in SessionContext context, Cancellable payload) where TKey : struct, IOpcodeKey
        {
            if (!default(MovementParser<TKey>).TryParse(payload.Payload, out Movement packet))
                return new ValueTask<DispatchStatus>(DispatchStatus.Malformed);

            ValueTask handling = default(MovementHandler<TKey>).HandleAsync(context, packet, payload.Token);
            return handling.IsCompletedSuccessfully ? new ValueTask<DispatchStatus>(DispatchStatus.Handled) : EndAsync(handling);
        }
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
