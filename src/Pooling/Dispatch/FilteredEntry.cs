using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Asks the filter before an opcode is parsed. Dispatchers without a filter have none of these, and pay nothing.</summary>
internal sealed unsafe class FilteredEntry<TContext>(OpcodeEntry<TContext> entry, ushort opcode,
    OpcodeFilter<TContext> filter) : OpcodeEntry<TContext>(FunctionOf())
{
    // Apart: inlined into shared code, the function is not found ahead of time.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus> FunctionOf() => &Handle;

    private static DispatchStatus Handle(object entry, in TContext context, ReadOnlySpan<byte> payload) =>
        // only called with the entry that it was read from, whose type this is
        Unsafe.As<FilteredEntry<TContext>>(entry).Filter(in context, payload);

    private DispatchStatus Filter(in TContext context, ReadOnlySpan<byte> payload) =>
        filter(in context, opcode) ? entry.Invoke(in context, payload) : DispatchStatus.Filtered;
}
