namespace Pooling.Benchmarks.Dispatch;

/// <summary>The switch with what a dispatcher needs besides: states, counters and a catch.</summary>
internal sealed class SwitchDispatcher<TContext, TCounters>
    where TContext : struct, IMovementContext<TContext>
    where TCounters : struct, IStatusCounters
{
    private readonly ulong[] _states = [.. Enumerable.Repeat(1UL, OpcodeKeys.Count)];
    private readonly long[] _counters = new long[(OpcodeKeys.Count + 1) * 5];

    internal Exception? Last { get; private set; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal DispatchStatus Dispatch(in TContext context, ushort opcode, ReadOnlySpan<byte> payload, ulong states)
    {
        if (opcode >= _states.Length)
            return Count(OpcodeKeys.Count, DispatchStatus.Unknown);

        if ((_states[opcode] & states) == 0)
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

    private DispatchStatus Count(int opcode, DispatchStatus status)
    {
        TCounters.Of(_counters)[((int)status * (OpcodeKeys.Count + 1)) + opcode]++;
        return status;
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

internal interface IStatusCounters
{
    static abstract long[] Of(long[] shared);
}

/// <summary>A plain array, which loses counts as soon as two threads dispatch.</summary>
internal readonly struct SharedCounters : IStatusCounters
{
    public static long[] Of(long[] shared) => shared;
}

/// <summary>Counters for each thread, so that several may dispatch: what a program with one dispatcher can do.</summary>
internal readonly struct ThreadCounters : IStatusCounters
{
    private static readonly ThreadLocal<long[]> s_counters = new(static () => new long[(OpcodeKeys.Count + 1) * 5], trackAllValues: true);

    [ThreadStatic]
    private static long[]? t_counters;

    public static long[] Of(long[] shared) => t_counters ??= s_counters.Value!;
}
