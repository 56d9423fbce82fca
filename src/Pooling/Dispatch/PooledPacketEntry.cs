using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>An opcode whose packets are returned to their pool when the handler has returned or thrown.</summary>
internal sealed unsafe class PooledPacketEntry<TContext, TPacket, TParser,
    THandler>(TParser parser, THandler handler) : OpcodeEntry<TContext>
    where TParser : struct, IPooledPacketParser<TPacket>
    where THandler : struct, IOpcodeHandler<TContext, TPacket>
{
    // Not readonly: a call through a readonly field of a struct that is not readonly works on a copy.
    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private TParser _parser = parser;

    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private THandler _handler = handler;

    protected override void* Plain => PlainFunction();

    protected override void* Catching => CatchingFunction();

    // Separate: inlined into shared code, the functions are not found by ahead-of-time compilation.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus> PlainFunction() => &HandlePlain;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus> CatchingFunction() => &HandleCatching;

    // Both are only called with the entry that they were read from, which has this type.
    private static DispatchStatus HandlePlain(object entry, in TContext context, ReadOnlySpan<byte> payload) =>
        Unsafe.As<PooledPacketEntry<TContext, TPacket, TParser, THandler>>(entry).Handle(in context, payload);

    private static DispatchStatus HandleCatching(object entry, in TContext context, ReadOnlySpan<byte> payload)
    {
        var self = Unsafe.As<PooledPacketEntry<TContext, TPacket, TParser, THandler>>(entry);
        try
        {
            return self.Handle(in context, payload);
        }
        catch (Exception exception) when (self.CountFault())
        {
            return self.HandleFault(in context, exception);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private DispatchStatus Handle(in TContext context, ReadOnlySpan<byte> payload)
    {
        if (!_parser.TryParse(payload, out TPacket? packet))
            return Refuse(DispatchStatus.Malformed);

        try
        {
            _handler.Handle(in context, in packet);
        }
        finally
        {
            _parser.ReturnPacket(packet);
        }

        return DispatchStatus.Handled;
    }
}
