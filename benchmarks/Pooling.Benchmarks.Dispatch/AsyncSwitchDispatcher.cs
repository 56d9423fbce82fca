namespace Pooling.Benchmarks.Dispatch;

/// <summary>The hand-written way: an asynchronous method with states, counters and a catch around the switch.</summary>
internal sealed class AsyncSwitchDispatcher
{
    private readonly ulong[] _states = [.. Enumerable.Repeat(1UL, OpcodeKeys.Count)];
    private readonly long[] _counters = new long[(OpcodeKeys.Count + 1) * 5];

    internal Exception? Last { get; private set; }

    internal async ValueTask<DispatchStatus> DispatchAsync(SessionContext context, ushort opcode, ReadOnlyMemory<byte> payload,
        ulong states, CancellationToken cancellationToken)
    {
        if (opcode >= _states.Length)
            return Count(OpcodeKeys.Count, DispatchStatus.Unknown);

        if ((_states[opcode] & states) == 0)
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

    private DispatchStatus Count(int opcode, DispatchStatus status)
    {
        _counters[((int)status * (OpcodeKeys.Count + 1)) + opcode]++;
        return status;
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
