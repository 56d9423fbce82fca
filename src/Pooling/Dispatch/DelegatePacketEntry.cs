using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>An opcode whose parser is compiled into this one method, and whose handler is a delegate: the second indirect call.</summary>
/// <remarks>Not a struct that calls the delegate, as in <see cref="PacketEntry{TContext, TPacket, TParser, THandler}"/>: if the context is
/// a class, its methods would be looked up for each packet (22 instead of 12 ns).</remarks>
internal sealed unsafe class DelegatePacketEntry<TContext, TPacket, TParser>(
    TParser parser, PacketHandler<TContext, TPacket> handler) : OpcodeEntry<TContext>
    where TParser : struct, IPacketParser<TPacket>
{
    // Not readonly: a call through a readonly field of a struct that is not readonly works on a copy.
    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private TParser _parser = parser;

    protected override void* Plain => PlainFunction();

    protected override void* Catching => CatchingFunction();

    // Separate: inlined into shared code, the functions are not found by ahead-of-time compilation.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus> PlainFunction() => &HandlePlain;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus> CatchingFunction() => &HandleCatching;

    // Both are only called with the entry that they were read from, which has this type.
    private static DispatchStatus HandlePlain(object entry, in TContext context, ReadOnlySpan<byte> payload) =>
        Unsafe.As<DelegatePacketEntry<TContext, TPacket, TParser>>(entry).Handle(in context, payload);

    private static DispatchStatus HandleCatching(object entry, in TContext context, ReadOnlySpan<byte> payload)
    {
        var self = Unsafe.As<DelegatePacketEntry<TContext, TPacket, TParser>>(entry);
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

        handler(in context, in packet);
        return DispatchStatus.Handled;
    }
}
