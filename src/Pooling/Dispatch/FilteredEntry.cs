namespace Pooling.Dispatch;

/// <summary>Asks the filter before an opcode is parsed. Dispatchers without a filter have none of these, and pay nothing.</summary>
internal sealed class FilteredEntry<TContext>(OpcodeEntry<TContext> entry, ushort opcode, OpcodeFilter<TContext> filter) : OpcodeEntry<TContext>
{
    internal override DispatchStatus Invoke(in TContext context, ReadOnlySpan<byte> payload) =>
        filter(in context, opcode) ? entry.Invoke(in context, payload) : DispatchStatus.Filtered;
}
