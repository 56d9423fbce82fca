namespace Pooling.Dispatch;

/// <summary>Asks the filter before an opcode is parsed. Dispatchers without a filter have none of these, and pay nothing.</summary>
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
