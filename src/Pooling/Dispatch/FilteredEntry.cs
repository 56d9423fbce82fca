using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Calls the filter before a packet is parsed. Not used, and so free, in dispatchers without a filter.</summary>
internal sealed unsafe class FilteredEntry<TContext>(OpcodeEntry<TContext> entry, OpcodeFilter<TContext> filter)
    : OpcodeEntry<TContext>
{
    protected override void* Plain => PlainFunction();

    protected override void* Catching => CatchingFunction();

    // Separate: inlined into shared code, the functions are not found by ahead-of-time compilation.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus> PlainFunction() => &HandlePlain;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus> CatchingFunction() => &HandleCatching;

    // Both are only called with the entry that they were read from, which has this type.
    private static DispatchStatus HandlePlain(object entry, in TContext context, ReadOnlySpan<byte> payload) =>
        Unsafe.As<FilteredEntry<TContext>>(entry).Handle(in context, payload);

    private static DispatchStatus HandleCatching(object entry, in TContext context, ReadOnlySpan<byte> payload)
    {
        var self = Unsafe.As<FilteredEntry<TContext>>(entry);
        try
        {
            return self.Handle(in context, payload);
        }
        catch (Exception exception) when (self.CountFault())
        {
            return self.HandleFault(in context, exception);
        }
    }

    private DispatchStatus Handle(in TContext context, ReadOnlySpan<byte> payload) =>
        filter(in context, Opcode) ? entry.Invoke(in context, payload) : Refuse(DispatchStatus.Filtered);
}
