using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Parses and handles the packets of one opcode, behind one indirect call.</summary>
/// <remarks>Called by a function pointer that is stored next to the states. A virtual call needs three more dependent
/// loads: 16 instead of 12.5 ns with random opcodes.</remarks>
internal abstract unsafe class OpcodeEntry<TContext>
{
    /// <summary>Called with the entry that it was read from. Untyped, because Mono never finishes loading a type with a
    /// field whose signature names the type itself.</summary>
    internal void* Function;

    private readonly void* _plain;
    private readonly void* _catching;
    private OpcodeWatch<TContext>? _watch;
    private ushort _opcode; // to which the entry is bound
    private int _counter;

    /// <param name="plain">The function without a fault handler: exceptions are passed to the caller.</param>
    /// <param name="catching">The function with a fault handler.</param>
    protected OpcodeEntry(void* plain, void* catching)
    {
        _plain = plain;
        _catching = catching;
    }

    /// <summary>Creates an entry with the same parser and handler for a dispatcher.</summary>
    internal OpcodeEntry<TContext> Bind(OpcodeWatch<TContext> watch, ushort opcode, int counter)
    {
        var bound = (OpcodeEntry<TContext>)MemberwiseClone();
        bound._watch = watch;
        bound._opcode = opcode;
        bound._counter = counter;
        bound.Function = watch.Catches ? _catching : _plain;
        return bound;
    }

    internal DispatchStatus Invoke(in TContext context, ReadOnlySpan<byte> payload) =>
        ((delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus>)Function)(this, in context, payload);

    /// <summary>Counts a packet that was not handled.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected DispatchStatus Refuse(DispatchStatus status)
    {
        _watch!.Counters.Add(_counter, status);
        return status;
    }

    /// <summary>Counts a handled packet.</summary>
    /// <param name="block">The counters of this thread.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void CountHandled(long[]? block) => _watch!.Counters.AddHandled(block, _counter);

    /// <summary>Counts a packet whose parser or handler threw, and calls the fault handler.</summary>
    protected DispatchStatus HandleFault(in TContext context, Exception exception) =>
        _watch!.HandleFault(in context, _opcode, _counter, exception);

    /// <summary>Returns a packet whose handler threw: that exception is passed on, and not another one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    protected static void ReturnQuietly<TPacket, TParser>(ref TParser parser, TPacket packet)
        where TParser : struct, IPooledPacketParser<TPacket>
    {
        try
        {
            parser.ReturnPacket(packet);
        }
#pragma warning disable CA1031 // the first exception is already being thrown
        catch
#pragma warning restore CA1031
        {
        }
    }
}
