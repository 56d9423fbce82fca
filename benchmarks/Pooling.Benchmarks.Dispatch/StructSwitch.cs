using System.Runtime.CompilerServices;
using Pooling.Dispatch;

namespace Pooling.Benchmarks.Dispatch;

/// <summary>The hand-written way with a struct as context: a switch over a method for each opcode.
/// One big method with 64 packets as locals would be slower.</summary>
internal static class StructSwitch
{
    // Inlined into the loops over it: the bare contender has no method of its own, the others add theirs around it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static DispatchStatus Dispatch(in SessionContext context, ushort opcode, ReadOnlySpan<byte> payload) => opcode switch
    {
        0 => Handle<OpcodeKey<Digit0, Digit0, Digit0>>(in context, payload),
        1 => Handle<OpcodeKey<Digit0, Digit0, Digit1>>(in context, payload),
        2 => Handle<OpcodeKey<Digit0, Digit0, Digit2>>(in context, payload),
        3 => Handle<OpcodeKey<Digit0, Digit0, Digit3>>(in context, payload),
        4 => Handle<OpcodeKey<Digit0, Digit1, Digit0>>(in context, payload),
        5 => Handle<OpcodeKey<Digit0, Digit1, Digit1>>(in context, payload),
        6 => Handle<OpcodeKey<Digit0, Digit1, Digit2>>(in context, payload),
        7 => Handle<OpcodeKey<Digit0, Digit1, Digit3>>(in context, payload),
        8 => Handle<OpcodeKey<Digit0, Digit2, Digit0>>(in context, payload),
        9 => Handle<OpcodeKey<Digit0, Digit2, Digit1>>(in context, payload),
        10 => Handle<OpcodeKey<Digit0, Digit2, Digit2>>(in context, payload),
        11 => Handle<OpcodeKey<Digit0, Digit2, Digit3>>(in context, payload),
        12 => Handle<OpcodeKey<Digit0, Digit3, Digit0>>(in context, payload),
        13 => Handle<OpcodeKey<Digit0, Digit3, Digit1>>(in context, payload),
        14 => Handle<OpcodeKey<Digit0, Digit3, Digit2>>(in context, payload),
        15 => Handle<OpcodeKey<Digit0, Digit3, Digit3>>(in context, payload),
        16 => Handle<OpcodeKey<Digit1, Digit0, Digit0>>(in context, payload),
        17 => Handle<OpcodeKey<Digit1, Digit0, Digit1>>(in context, payload),
        18 => Handle<OpcodeKey<Digit1, Digit0, Digit2>>(in context, payload),
        19 => Handle<OpcodeKey<Digit1, Digit0, Digit3>>(in context, payload),
        20 => Handle<OpcodeKey<Digit1, Digit1, Digit0>>(in context, payload),
        21 => Handle<OpcodeKey<Digit1, Digit1, Digit1>>(in context, payload),
        22 => Handle<OpcodeKey<Digit1, Digit1, Digit2>>(in context, payload),
        23 => Handle<OpcodeKey<Digit1, Digit1, Digit3>>(in context, payload),
        24 => Handle<OpcodeKey<Digit1, Digit2, Digit0>>(in context, payload),
        25 => Handle<OpcodeKey<Digit1, Digit2, Digit1>>(in context, payload),
        26 => Handle<OpcodeKey<Digit1, Digit2, Digit2>>(in context, payload),
        27 => Handle<OpcodeKey<Digit1, Digit2, Digit3>>(in context, payload),
        28 => Handle<OpcodeKey<Digit1, Digit3, Digit0>>(in context, payload),
        29 => Handle<OpcodeKey<Digit1, Digit3, Digit1>>(in context, payload),
        30 => Handle<OpcodeKey<Digit1, Digit3, Digit2>>(in context, payload),
        31 => Handle<OpcodeKey<Digit1, Digit3, Digit3>>(in context, payload),
        32 => Handle<OpcodeKey<Digit2, Digit0, Digit0>>(in context, payload),
        33 => Handle<OpcodeKey<Digit2, Digit0, Digit1>>(in context, payload),
        34 => Handle<OpcodeKey<Digit2, Digit0, Digit2>>(in context, payload),
        35 => Handle<OpcodeKey<Digit2, Digit0, Digit3>>(in context, payload),
        36 => Handle<OpcodeKey<Digit2, Digit1, Digit0>>(in context, payload),
        37 => Handle<OpcodeKey<Digit2, Digit1, Digit1>>(in context, payload),
        38 => Handle<OpcodeKey<Digit2, Digit1, Digit2>>(in context, payload),
        39 => Handle<OpcodeKey<Digit2, Digit1, Digit3>>(in context, payload),
        40 => Handle<OpcodeKey<Digit2, Digit2, Digit0>>(in context, payload),
        41 => Handle<OpcodeKey<Digit2, Digit2, Digit1>>(in context, payload),
        42 => Handle<OpcodeKey<Digit2, Digit2, Digit2>>(in context, payload),
        43 => Handle<OpcodeKey<Digit2, Digit2, Digit3>>(in context, payload),
        44 => Handle<OpcodeKey<Digit2, Digit3, Digit0>>(in context, payload),
        45 => Handle<OpcodeKey<Digit2, Digit3, Digit1>>(in context, payload),
        46 => Handle<OpcodeKey<Digit2, Digit3, Digit2>>(in context, payload),
        47 => Handle<OpcodeKey<Digit2, Digit3, Digit3>>(in context, payload),
        48 => Handle<OpcodeKey<Digit3, Digit0, Digit0>>(in context, payload),
        49 => Handle<OpcodeKey<Digit3, Digit0, Digit1>>(in context, payload),
        50 => Handle<OpcodeKey<Digit3, Digit0, Digit2>>(in context, payload),
        51 => Handle<OpcodeKey<Digit3, Digit0, Digit3>>(in context, payload),
        52 => Handle<OpcodeKey<Digit3, Digit1, Digit0>>(in context, payload),
        53 => Handle<OpcodeKey<Digit3, Digit1, Digit1>>(in context, payload),
        54 => Handle<OpcodeKey<Digit3, Digit1, Digit2>>(in context, payload),
        55 => Handle<OpcodeKey<Digit3, Digit1, Digit3>>(in context, payload),
        56 => Handle<OpcodeKey<Digit3, Digit2, Digit0>>(in context, payload),
        57 => Handle<OpcodeKey<Digit3, Digit2, Digit1>>(in context, payload),
        58 => Handle<OpcodeKey<Digit3, Digit2, Digit2>>(in context, payload),
        59 => Handle<OpcodeKey<Digit3, Digit2, Digit3>>(in context, payload),
        60 => Handle<OpcodeKey<Digit3, Digit3, Digit0>>(in context, payload),
        61 => Handle<OpcodeKey<Digit3, Digit3, Digit1>>(in context, payload),
        62 => Handle<OpcodeKey<Digit3, Digit3, Digit2>>(in context, payload),
        63 => Handle<OpcodeKey<Digit3, Digit3, Digit3>>(in context, payload),
        _ => DispatchStatus.Unknown,
    };

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static DispatchStatus Handle<TKey>(in SessionContext context, ReadOnlySpan<byte> payload) where TKey : struct, IOpcodeKey
    {
        if (!default(MovementParser<TKey>).TryParse(payload, out Movement packet))
            return DispatchStatus.Malformed;

        default(MovementHandler<TKey>).Handle(in context, in packet);
        return DispatchStatus.Handled;
    }
}
