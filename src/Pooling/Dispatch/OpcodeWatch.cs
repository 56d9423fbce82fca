namespace Pooling.Dispatch;

/// <summary>What a dispatcher does when a packet is not handled: it counts, and hands exceptions to the fault handler.</summary>
internal sealed class OpcodeWatch<TContext>(DispatchCounters counters, OpcodeFaultHandler<TContext>? onFault)
{
    internal DispatchCounters Counters { get; } = counters;

    internal bool Catches => onFault is not null;

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
