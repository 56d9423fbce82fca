using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

/// <summary>Parses and handles the packets of one opcode, behind one indirect call.</summary>
/// <remarks>The call goes through a function pointer, which stands in the table beside the states: a virtual method would be found by three
/// loads more, one after the other, and nothing can be done meanwhile if the jump was not predicted (12.5 against 16 ns with random
/// opcodes).</remarks>
internal abstract unsafe class OpcodeEntry<TContext>
{
    private OpcodeWatch<TContext>? _watch;
    private int _counter;

    /// <summary>Is given the entry that it was read from. Untyped, since Mono never ends to load a type with a field whose signature names
    /// its own.</summary>
    internal void* Function { get; private set; }

    /// <summary>The opcode that the entry is bound to.</summary>
    protected ushort Opcode { get; private set; }

    /// <summary>The function without a fault handler: what it throws passes to the caller.</summary>
    protected abstract void* Plain { get; }

    /// <summary>The function with a fault handler.</summary>
    protected abstract void* Catching { get; }

    /// <summary>Makes an entry of the same parser and handler for a dispatcher.</summary>
    internal OpcodeEntry<TContext> Bind(OpcodeWatch<TContext> watch, ushort opcode, int counter, bool isInner = false)
    {
        var bound = (OpcodeEntry<TContext>)MemberwiseClone();
        bound._watch = watch;
        bound.Opcode = opcode;
        bound._counter = counter;
        bound.Function = watch.Catches && !isInner ? Catching : Plain;
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

    /// <summary>Counts a packet that was handled.</summary>
    /// <param name="block">The counters of this thread.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void CountHandled(long[]? block) => _watch!.Counters.AddHandled(block, _counter);

    protected bool CountFault() => _watch!.CountFault(_counter);

    protected DispatchStatus HandleFault(in TContext context, Exception exception) => _watch!.HandleFault(in context, Opcode, exception);
}
