namespace Pooling.Dispatch;

/// <summary>Handles packets that are not handled normally: counts them, and passes exceptions to the fault
/// handler.</summary>
internal sealed class OpcodeWatch<TContext>(DispatchCounters counters, OpcodeFaultHandler<TContext>? onFault)
{
    internal readonly DispatchCounters Counters = counters;

    internal bool Catches => onFault is not null;

    /// <summary>Runs as an exception filter, before the stack is unwound.</summary>
    /// <returns>Whether there is a fault handler.</returns>
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
