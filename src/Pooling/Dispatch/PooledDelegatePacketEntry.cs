using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>An opcode whose packets are returned to their pool when the handler, a delegate, has returned or
/// thrown.</summary>
internal sealed unsafe class PooledDelegatePacketEntry<TContext, TPacket, TParser> : OpcodeEntry<TContext>
    where TParser : struct, IPooledPacketParser<TPacket>
{
    // Not readonly: a call through a readonly field of a struct that is not readonly works on a copy.
    [SuppressMessage("Style", "IDE0044", Justification = "See above.")]
    private TParser _parser;

    private readonly PacketHandler<TContext, TPacket> _handler;

    // Not inlined: in shared code of its callers, the functions would not be found by ahead-of-time compilation.
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal PooledDelegatePacketEntry(TParser parser, PacketHandler<TContext, TPacket> handler)
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
        var self = Unsafe.As<PooledDelegatePacketEntry<TContext, TPacket, TParser>>(entry);
        if (!self._parser.TryParse(payload, out TPacket? packet))
            return self.Refuse(DispatchStatus.Malformed);

        bool hasEnded = false;
        try
        {
            self._handler(in context, in packet);
            hasEnded = true;
        }
        finally
        {
            if (hasEnded)
                self._parser.ReturnPacket(packet);
            else
                ReturnQuietly(ref self._parser, packet);
        }

        return DispatchStatus.Handled;
    }

    private static DispatchStatus HandleCatching(object entry, in TContext context, ReadOnlySpan<byte> payload)
    {
        var self = Unsafe.As<PooledDelegatePacketEntry<TContext, TPacket, TParser>>(entry);
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
