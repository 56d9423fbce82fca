namespace Pooling.Dispatch;

/// <summary>Calls the filter before a packet is parsed. Not used, and so free, in dispatchers without a filter.</summary>
internal sealed class AsyncFilteredEntry<TContext>(AsyncOpcodeEntry<TContext> entry, ushort opcode,
    OpcodeFilter<TContext> filter) : AsyncOpcodeEntry<TContext>
{
    internal override DispatchStatus Begin(TContext context, ReadOnlyMemory<byte> payload, out ValueTask pending,
        CancellationToken cancellationToken)
    {
        if (filter(in context, opcode))
            return entry.Begin(context, payload, out pending, cancellationToken);

        pending = default;
        return DispatchStatus.Filtered;
    }
}
