namespace Pooling.Dispatch;

/// <summary>Handles packets that are not handled normally: counts them, and passes exceptions to the fault
/// handler.</summary>
internal sealed class OpcodeWatch<TContext>(DispatchCounters counters, OpcodeFaultHandler<TContext>? onFault)
{
    internal readonly DispatchCounters Counters = counters;

    internal bool Catches => onFault is not null;

    // Not in an exception filter: an exception that replaces another one would count twice.
    internal DispatchStatus HandleFault(in TContext context, ushort opcode, int counter, Exception exception)
    {
        Counters.Add(counter, DispatchStatus.Faulted);
        onFault!(in context, opcode, exception);
        return DispatchStatus.Faulted;
    }
}
