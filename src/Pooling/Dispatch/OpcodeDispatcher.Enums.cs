using System.Runtime.CompilerServices;

namespace Pooling.Dispatch;

// Opcodes and states that are enums: the conversions compile to nothing.
public sealed partial class OpcodeDispatcher<TContext>
{
    /// <summary>Parses and handles a packet.</summary>
    /// <typeparam name="TStates">The enum of states.</typeparam>
    /// <param name="context">The context of the packet, which is passed by reference.</param>
    /// <param name="opcode">The opcode.</param>
    /// <param name="payload">The payload, which is not used after the call returns.</param>
    /// <param name="states">The current states of the sender, one bit each. The packet is allowed if its handler is registered for at least
    /// one of them.</param>
    /// <returns>The result.</returns>
    /// <inheritdoc cref="Dispatch(in TContext, ushort, ReadOnlySpan{byte}, ulong)" path="/remarks"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public DispatchStatus Dispatch<TStates>(
        in TContext context, ushort opcode, ReadOnlySpan<byte> payload, TStates states)
        where TStates : struct, Enum =>
        Dispatch(in context, opcode, payload, EnumBits.ToStates(states));

    /// <summary>Parses and handles a packet of a sender that is in every state.</summary>
    /// <typeparam name="TOpcode">The enum of opcodes.</typeparam>
    /// <param name="context">The context of the packet, which is passed by reference.</param>
    /// <param name="opcode">The opcode, a value of an enum of 8 or 16 bits.</param>
    /// <param name="payload">The payload, which is not used after the call returns.</param>
    /// <returns>The result.</returns>
    /// <exception cref="ArgumentException">The enum has more than 16 bits.</exception>
    /// <inheritdoc cref="Dispatch(in TContext, ushort, ReadOnlySpan{byte}, ulong)" path="/remarks"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public DispatchStatus Dispatch<TOpcode>(in TContext context, TOpcode opcode, ReadOnlySpan<byte> payload)
        where TOpcode : struct, Enum =>
        Dispatch(in context, EnumBits.ToOpcode(opcode), payload, ulong.MaxValue);

    /// <summary>Parses and handles a packet.</summary>
    /// <typeparam name="TOpcode">The enum of opcodes.</typeparam>
    /// <typeparam name="TStates">The enum of states.</typeparam>
    /// <param name="context">The context of the packet, which is passed by reference.</param>
    /// <param name="opcode">The opcode, a value of an enum of 8 or 16 bits.</param>
    /// <param name="payload">The payload, which is not used after the call returns.</param>
    /// <param name="states">The current states of the sender, one bit each. The packet is allowed if its handler is registered for at least
    /// one of them.</param>
    /// <returns>The result.</returns>
    /// <exception cref="ArgumentException">The enum has more than 16 bits.</exception>
    /// <inheritdoc cref="Dispatch(in TContext, ushort, ReadOnlySpan{byte}, ulong)" path="/remarks"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public DispatchStatus Dispatch<TOpcode, TStates>(
        in TContext context, TOpcode opcode, ReadOnlySpan<byte> payload, TStates states)
        where TOpcode : struct, Enum
        where TStates : struct, Enum =>
        Dispatch(in context, EnumBits.ToOpcode(opcode), payload, EnumBits.ToStates(states));

    /// <summary>Gets the counters of one opcode.</summary>
    /// <typeparam name="TOpcode">The enum of opcodes.</typeparam>
    /// <param name="opcode">The opcode, a value of an enum of 8 or 16 bits.</param>
    /// <returns>The counters, which are all 0 for an opcode without a handler.</returns>
    /// <exception cref="ArgumentException">The enum has more than 16 bits.</exception>
    public OpcodeCounters GetCounters<TOpcode>(TOpcode opcode) where TOpcode : struct, Enum => GetCounters(EnumBits.ToOpcode(opcode));

    /// <summary>Returns a value that indicates whether an opcode has a handler.</summary>
    /// <typeparam name="TOpcode">The enum of opcodes.</typeparam>
    /// <param name="opcode">The opcode, a value of an enum of 8 or 16 bits.</param>
    /// <returns><see langword="false"/> if its packets result in <see cref="DispatchStatus.Unknown"/>.</returns>
    /// <exception cref="ArgumentException">The enum has more than 16 bits.</exception>
    public bool Handles<TOpcode>(TOpcode opcode) where TOpcode : struct, Enum => Handles(EnumBits.ToOpcode(opcode));
}
