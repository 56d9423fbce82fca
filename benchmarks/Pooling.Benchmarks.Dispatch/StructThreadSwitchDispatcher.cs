using System.Runtime.CompilerServices;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>The switch with what a dispatcher needs besides, counted for each thread, so that it may be used by several.</summary>
internal sealed class StructThreadSwitchDispatcher
{
    private readonly ulong[] _states = [.. Enumerable.Repeat(1UL, OpcodeKeys.Count)];
    private readonly ThreadLocal<long[]> _counters = new(static () => new long[(OpcodeKeys.Count + 1) * 5], trackAllValues: true);

    [ThreadStatic]
    private static long[]? t_counters; // what a program with one dispatcher can do

    internal Exception? Last { get; private set; }

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal DispatchStatus Dispatch(in SessionContext context, ushort opcode, ReadOnlySpan<byte> payload, ulong states)
    {
        if (opcode >= _states.Length)
            return Count(OpcodeKeys.Count, DispatchStatus.Unknown);

        if ((_states[opcode] & states) == 0)
            return Count(opcode, DispatchStatus.Filtered);

        DispatchStatus status;
        try
        {
            status = StructSwitch.Dispatch(in context, opcode, payload);
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
        long[] counters = t_counters ??= _counters.Value!;
        counters[((int)status * (OpcodeKeys.Count + 1)) + opcode]++;
        return status;
    }
}
