using System.Runtime.CompilerServices;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>The switch with what a dispatcher needs besides: states, counters and a catch. The counters are a plain array, which loses
/// counts as soon as two threads dispatch.</summary>
internal sealed class ClassSwitchDispatcher
{
    private readonly ulong[] _states = [.. Enumerable.Repeat(1UL, OpcodeKeys.Count)];
    private readonly long[] _counters = new long[(OpcodeKeys.Count + 1) * 5];
    private Exception? _last;

    internal Exception? Last => _last;

    [MethodImpl(MethodImplOptions.NoInlining)]
    internal DispatchStatus Dispatch(in Session context, ushort opcode, ReadOnlySpan<byte> payload, ulong states)
    {
        if (opcode >= _states.Length)
            return Count(OpcodeKeys.Count, DispatchStatus.Unknown);

        if ((_states[opcode] & states) == 0)
            return Count(opcode, DispatchStatus.Filtered);

        DispatchStatus status;
        try
        {
            status = ClassSwitch.Dispatch(in context, opcode, payload);
        }
        catch (Exception exception)
        {
            _last = exception;
            status = DispatchStatus.Faulted;
        }

        return Count(opcode, status);
    }

    private DispatchStatus Count(int opcode, DispatchStatus status)
    {
        _counters[((int)status * (OpcodeKeys.Count + 1)) + opcode]++;
        return status;
    }
}
