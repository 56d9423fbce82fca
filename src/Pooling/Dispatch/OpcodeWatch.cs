namespace Pooling.Dispatch;

/// <summary>What a dispatcher does beside handling packets: it counts them, and hands exceptions to the fault handler.</summary>
internal sealed class OpcodeWatch<TContext>(DispatchCounters counters, OpcodeFaultHandler<TContext>? onFault, bool countsHandled)
{
    internal DispatchCounters Counters { get; } = counters;

    internal bool CountsHandled { get; } = countsHandled;

    /// <summary>Whether anything but what goes wrong is asked for.</summary>
    internal bool IsNeeded => onFault is not null || CountsHandled;

    /// <summary>Runs when an exception passes, before anything is unwound.</summary>
    /// <returns>Whether there is somebody to take it.</returns>
    internal bool CountFault(int counter)
    {
        Counters.Add(counter, DispatchStatus.Faulted);
        return onFault is not null;
    }

    internal DispatchStatus HandleFault(in TContext context, ushort opcode, Exception exception)
    {
        onFault!(in context, opcode, exception);
        return DispatchStatus.Faulted;
    }
}
