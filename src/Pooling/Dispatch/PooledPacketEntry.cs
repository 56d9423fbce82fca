using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>An opcode whose packets go back to their pool when the handler has ended or thrown.</summary>
internal sealed unsafe class PooledPacketEntry<TContext, TPacket, TParser,
    THandler>(TParser parser, THandler handler) : OpcodeEntry<TContext>(FunctionOf())
    where TParser : struct, IPooledPacketParser<TPacket>
    where THandler : struct, IOpcodeHandler<TContext, TPacket>
{
    // Not read-only: a call on a read-only field of a struct that is not read-only itself works on a copy.
    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private TParser _parser = parser;

    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private THandler _handler = handler;

    // Apart: inlined into shared code, the function is not found ahead of time.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus> FunctionOf() => &Handle;

    private static DispatchStatus Handle(object entry, in TContext context, ReadOnlySpan<byte> payload)
    {
        // Only called with the entry that it was read from, whose type this is.
        var self = Unsafe.As<PooledPacketEntry<TContext, TPacket, TParser, THandler>>(entry);
        if (!self._parser.TryParse(payload, out TPacket? packet))
            return DispatchStatus.Malformed;

        try
        {
            self._handler.Handle(in context, in packet);
        }
        finally
        {
            self._parser.ReturnPacket(packet);
        }

        return DispatchStatus.Handled;
    }
}
