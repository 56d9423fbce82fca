namespace Pooling.Dispatch;

/// <summary>Parses and handles the packets of one opcode, behind one indirect call.</summary>
/// <remarks>The call goes through a function pointer, which stands in the table beside the states: a virtual method would be found by three
/// loads more, one after the other, and nothing can be done meanwhile if the jump was not predicted (12.5 against 16 ns with random
/// opcodes).</remarks>
internal abstract unsafe class OpcodeEntry<TContext>(delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus> function)
{
    /// <summary>Is given the entry that it was read from. Untyped, since Mono never ends to load a type with a field whose signature names
    /// its own.</summary>
    internal void* Function { get; } = function;

    internal DispatchStatus Invoke(in TContext context, ReadOnlySpan<byte> payload) =>
        ((delegate*<object, in TContext, ReadOnlySpan<byte>, DispatchStatus>)Function)(this, in context, payload);
}
