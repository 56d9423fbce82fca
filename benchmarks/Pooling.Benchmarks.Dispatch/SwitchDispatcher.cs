namespace Pooling.Benchmarks.Dispatch;

/// <summary>The switch with what a dispatcher needs besides: states, counters and a catch.</summary>
internal sealed class SwitchDispatcher<TContext> : SwitchState
    where TContext : struct, IMovementContext<TContext>
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal DispatchStatus Dispatch(in TContext context, ushort opcode, ReadOnlySpan<byte> payload, ulong states)
    {
        if (opcode >= States.Length)
            return Count(OpcodeSwitch.Count, DispatchStatus.Unknown);

        if ((States[opcode] & states) == 0)
            return Count(opcode, DispatchStatus.Filtered);

        DispatchStatus status;
        try
        {
            status = OpcodeSwitch.Dispatch<MovementTarget<TContext>, TContext, ReadOnlySpan<byte>, DispatchStatus>(
                in context, opcode, payload);
        }
        catch (Exception exception)
        {
            Last = exception;
            status = DispatchStatus.Faulted;
        }

        return Count(opcode, status);
    }
}

/// <summary>The same with an asynchronous method around the switch.</summary>
internal sealed class AsyncSwitchDispatcher : SwitchState
{
    internal async ValueTask<DispatchStatus> DispatchAsync(SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload,
        ulong states, CancellationToken cancellationToken)
    {
        if (opcode >= States.Length)
            return Count(OpcodeSwitch.Count, DispatchStatus.Unknown);

        if ((States[opcode] & states) == 0)
            return Count(opcode, DispatchStatus.Filtered);

        DispatchStatus status;
        try
        {
            status = await OpcodeSwitch.Dispatch<Target, SessionContext, Cancellable, ValueTask<DispatchStatus>>(
                in context, opcode, new Cancellable(payload, cancellationToken)).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            Last = exception;
            status = DispatchStatus.Faulted;
        }

        return Count(opcode, status);
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

/// <summary>What the cases of the switch call.</summary>
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

/// <summary>States and counters of one thread: counts are lost as soon as two dispatch.</summary>
internal abstract class SwitchState
{
    private readonly long[] _counters = new long[(OpcodeSwitch.Count + 1) * 5];

    internal Exception? Last { get; private protected set; }

    private protected ulong[] States { get; } = [.. Enumerable.Repeat(1UL, OpcodeSwitch.Count)];

    private protected DispatchStatus Count(int opcode, DispatchStatus status)
    {
        _counters[((int)status * (OpcodeSwitch.Count + 1)) + opcode]++;
        return status;
    }
}
