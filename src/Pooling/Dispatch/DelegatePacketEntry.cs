using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>An opcode whose parser is compiled into this one method, and whose handler is a delegate: the second
/// indirect call.</summary>
/// <remarks>Not a struct that calls the delegate, as in
/// <see cref="PacketEntry{TContext, TPacket, TParser, THandler}"/>: if the context is a class, its methods would be
/// looked up for each packet (22 instead of 12 ns).</remarks>
internal sealed unsafe class DelegatePacketEntry<TContext, TPacket, TParser> : OpcodeEntry<TContext>
    where TParser : struct, IPacketParser<TPacket>
{
    // Not readonly: a call through a readonly field of a struct that is not readonly works on a copy.
    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private TParser _parser;

    private readonly PacketHandler<TContext, TPacket> _handler;

    // Not inlined: in shared code of its callers, the functions would not be found by ahead-of-time compilation.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal DelegatePacketEntry(TParser parser, PacketHandler<TContext, TPacket> handler)
        : base(
            (delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus>)&Handle,
            (delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus>)&HandleCatching)
    {
        _parser = parser;
        _handler = handler;
    }

    // Both are only called with the entry that they were read from, which has this type.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static DispatchStatus Handle(object entry, in TContext context, ReadOnlySpan<byte> payload)
    {
        var self = Unsafe.As<DelegatePacketEntry<TContext, TPacket, TParser>>(entry);
        if (!self._parser.TryParse(payload, out TPacket? packet))
            return self.Refuse(DispatchStatus.Malformed);

        self._handler(in context, in packet);
        return DispatchStatus.Handled;
    }

    private static DispatchStatus HandleCatching(object entry, in TContext context, ReadOnlySpan<byte> payload)
    {
        var self = Unsafe.As<DelegatePacketEntry<TContext, TPacket, TParser>>(entry);
        try
        {
            return Handle(entry, in context, payload);
        }
#pragma warning disable CA1031 // the fault handler gets it
        catch (Exception exception)
#pragma warning restore CA1031
        {
            return self.HandleFault(in context, exception);
        }
    }
}
