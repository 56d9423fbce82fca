namespace Pooling.Benchmarks.Dispatch;

/// <summary>The target of a hand-written switch: a method for each opcode. One large method with 64 packets as locals would be
/// slower.</summary>
internal interface ISwitchTarget<TContext, TPayload, TResult> where TPayload : allows ref struct
{
    static abstract TResult Handle<TKey>(in TContext context, TPayload payload) where TKey : struct, IOpcodeKey;
}

/// <summary>The hand-written switch. Every type argument is a struct, so that the switch is compiled for its target alone.</summary>
internal static class OpcodeSwitch
{
    internal const int Count = 64;

    // Inlined into the loops over it. The bare contender has no separate method; the others add their duties around it.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static TResult Dispatch<TTarget, TContext, TPayload, TResult>(in TContext context, ushort opcode, TPayload payload)
        where TTarget : struct, ISwitchTarget<TContext, TPayload, TResult>
        where TContext : struct
        where TPayload : struct, allows ref struct
        where TResult : struct =>
        opcode switch
        {
            0 => TTarget.Handle<OpcodeKey<Digit0, Digit0, Digit0>>(in context, payload),
            1 => TTarget.Handle<OpcodeKey<Digit0, Digit0, Digit1>>(in context, payload),
            2 => TTarget.Handle<OpcodeKey<Digit0, Digit0, Digit2>>(in context, payload),
            3 => TTarget.Handle<OpcodeKey<Digit0, Digit0, Digit3>>(in context, payload),
            4 => TTarget.Handle<OpcodeKey<Digit0, Digit1, Digit0>>(in context, payload),
            5 => TTarget.Handle<OpcodeKey<Digit0, Digit1, Digit1>>(in context, payload),
            6 => TTarget.Handle<OpcodeKey<Digit0, Digit1, Digit2>>(in context, payload),
            7 => TTarget.Handle<OpcodeKey<Digit0, Digit1, Digit3>>(in context, payload),
            8 => TTarget.Handle<OpcodeKey<Digit0, Digit2, Digit0>>(in context, payload),
            9 => TTarget.Handle<OpcodeKey<Digit0, Digit2, Digit1>>(in context, payload),
            10 => TTarget.Handle<OpcodeKey<Digit0, Digit2, Digit2>>(in context, payload),
            11 => TTarget.Handle<OpcodeKey<Digit0, Digit2, Digit3>>(in context, payload),
            12 => TTarget.Handle<OpcodeKey<Digit0, Digit3, Digit0>>(in context, payload),
            13 => TTarget.Handle<OpcodeKey<Digit0, Digit3, Digit1>>(in context, payload),
            14 => TTarget.Handle<OpcodeKey<Digit0, Digit3, Digit2>>(in context, payload),
            15 => TTarget.Handle<OpcodeKey<Digit0, Digit3, Digit3>>(in context, payload),
            16 => TTarget.Handle<OpcodeKey<Digit1, Digit0, Digit0>>(in context, payload),
            17 => TTarget.Handle<OpcodeKey<Digit1, Digit0, Digit1>>(in context, payload),
            18 => TTarget.Handle<OpcodeKey<Digit1, Digit0, Digit2>>(in context, payload),
            19 => TTarget.Handle<OpcodeKey<Digit1, Digit0, Digit3>>(in context, payload),
            20 => TTarget.Handle<OpcodeKey<Digit1, Digit1, Digit0>>(in context, payload),
            21 => TTarget.Handle<OpcodeKey<Digit1, Digit1, Digit1>>(in context, payload),
            22 => TTarget.Handle<OpcodeKey<Digit1, Digit1, Digit2>>(in context, payload),
            23 => TTarget.Handle<OpcodeKey<Digit1, Digit1, Digit3>>(in context, payload),
            24 => TTarget.Handle<OpcodeKey<Digit1, Digit2, Digit0>>(in context, payload),
            25 => TTarget.Handle<OpcodeKey<Digit1, Digit2, Digit1>>(in context, payload),
            26 => TTarget.Handle<OpcodeKey<Digit1, Digit2, Digit2>>(in context, payload),
            27 => TTarget.Handle<OpcodeKey<Digit1, Digit2, Digit3>>(in context, payload),
            28 => TTarget.Handle<OpcodeKey<Digit1, Digit3, Digit0>>(in context, payload),
            29 => TTarget.Handle<OpcodeKey<Digit1, Digit3, Digit1>>(in context, payload),
            30 => TTarget.Handle<OpcodeKey<Digit1, Digit3, Digit2>>(in context, payload),
            31 => TTarget.Handle<OpcodeKey<Digit1, Digit3, Digit3>>(in context, payload),
            32 => TTarget.Handle<OpcodeKey<Digit2, Digit0, Digit0>>(in context, payload),
            33 => TTarget.Handle<OpcodeKey<Digit2, Digit0, Digit1>>(in context, payload),
            34 => TTarget.Handle<OpcodeKey<Digit2, Digit0, Digit2>>(in context, payload),
            35 => TTarget.Handle<OpcodeKey<Digit2, Digit0, Digit3>>(in context, payload),
            36 => TTarget.Handle<OpcodeKey<Digit2, Digit1, Digit0>>(in context, payload),
            37 => TTarget.Handle<OpcodeKey<Digit2, Digit1, Digit1>>(in context, payload),
            38 => TTarget.Handle<OpcodeKey<Digit2, Digit1, Digit2>>(in context, payload),
            39 => TTarget.Handle<OpcodeKey<Digit2, Digit1, Digit3>>(in context, payload),
            40 => TTarget.Handle<OpcodeKey<Digit2, Digit2, Digit0>>(in context, payload),
            41 => TTarget.Handle<OpcodeKey<Digit2, Digit2, Digit1>>(in context, payload),
            42 => TTarget.Handle<OpcodeKey<Digit2, Digit2, Digit2>>(in context, payload),
            43 => TTarget.Handle<OpcodeKey<Digit2, Digit2, Digit3>>(in context, payload),
            44 => TTarget.Handle<OpcodeKey<Digit2, Digit3, Digit0>>(in context, payload),
            45 => TTarget.Handle<OpcodeKey<Digit2, Digit3, Digit1>>(in context, payload),
            46 => TTarget.Handle<OpcodeKey<Digit2, Digit3, Digit2>>(in context, payload),
            47 => TTarget.Handle<OpcodeKey<Digit2, Digit3, Digit3>>(in context, payload),
            48 => TTarget.Handle<OpcodeKey<Digit3, Digit0, Digit0>>(in context, payload),
            49 => TTarget.Handle<OpcodeKey<Digit3, Digit0, Digit1>>(in context, payload),
            50 => TTarget.Handle<OpcodeKey<Digit3, Digit0, Digit2>>(in context, payload),
            51 => TTarget.Handle<OpcodeKey<Digit3, Digit0, Digit3>>(in context, payload),
            52 => TTarget.Handle<OpcodeKey<Digit3, Digit1, Digit0>>(in context, payload),
            53 => TTarget.Handle<OpcodeKey<Digit3, Digit1, Digit1>>(in context, payload),
            54 => TTarget.Handle<OpcodeKey<Digit3, Digit1, Digit2>>(in context, payload),
            55 => TTarget.Handle<OpcodeKey<Digit3, Digit1, Digit3>>(in context, payload),
            56 => TTarget.Handle<OpcodeKey<Digit3, Digit2, Digit0>>(in context, payload),
            57 => TTarget.Handle<OpcodeKey<Digit3, Digit2, Digit1>>(in context, payload),
            58 => TTarget.Handle<OpcodeKey<Digit3, Digit2, Digit2>>(in context, payload),
            59 => TTarget.Handle<OpcodeKey<Digit3, Digit2, Digit3>>(in context, payload),
            60 => TTarget.Handle<OpcodeKey<Digit3, Digit3, Digit0>>(in context, payload),
            61 => TTarget.Handle<OpcodeKey<Digit3, Digit3, Digit1>>(in context, payload),
            62 => TTarget.Handle<OpcodeKey<Digit3, Digit3, Digit2>>(in context, payload),
            63 => TTarget.Handle<OpcodeKey<Digit3, Digit3, Digit3>>(in context, payload),
            _ => default,
        };
}

/// <summary>An opcode as a type, so that each of the 64 has separate code.</summary>
internal interface IOpcodeKey
{
    static abstract ushort Value { get; }
}

internal readonly struct OpcodeKey<THigh, TMiddle, TLow> : IOpcodeKey
    where THigh : struct, IOpcodeKey
    where TMiddle : struct, IOpcodeKey
    where TLow : struct, IOpcodeKey
{
    public static ushort Value => (ushort)((THigh.Value * 16) + (TMiddle.Value * 4) + TLow.Value);
}

internal readonly struct Digit0 : IOpcodeKey
{
    public static ushort Value => 0;
}

internal readonly struct Digit1 : IOpcodeKey
{
    public static ushort Value => 1;
}

internal readonly struct Digit2 : IOpcodeKey
{
    public static ushort Value => 2;
}

internal readonly struct Digit3 : IOpcodeKey
{
    public static ushort Value => 3;
}
