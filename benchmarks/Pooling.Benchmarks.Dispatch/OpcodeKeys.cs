namespace Pooling.Benchmarks.Dispatch;

/// <summary>The opcodes 0 to 63 as types, so that each has code of its own.</summary>
internal static class OpcodeKeys
{
    internal const int Count = 64;

    internal static void VisitAll(IOpcodeKeyVisitor visitor)
    {
        VisitHigh<Digit0>(visitor);
        VisitHigh<Digit1>(visitor);
        VisitHigh<Digit2>(visitor);
        VisitHigh<Digit3>(visitor);
    }

    private static void VisitHigh<THigh>(IOpcodeKeyVisitor visitor) where THigh : struct, IOpcodeKey
    {
        VisitMiddle<THigh, Digit0>(visitor);
        VisitMiddle<THigh, Digit1>(visitor);
        VisitMiddle<THigh, Digit2>(visitor);
        VisitMiddle<THigh, Digit3>(visitor);
    }

    private static void VisitMiddle<THigh, TMiddle>(IOpcodeKeyVisitor visitor)
        where THigh : struct, IOpcodeKey
        where TMiddle : struct, IOpcodeKey
    {
        visitor.Visit<OpcodeKey<THigh, TMiddle, Digit0>>();
        visitor.Visit<OpcodeKey<THigh, TMiddle, Digit1>>();
        visitor.Visit<OpcodeKey<THigh, TMiddle, Digit2>>();
        visitor.Visit<OpcodeKey<THigh, TMiddle, Digit3>>();
    }
}

internal interface IOpcodeKey
{
    static abstract ushort Value { get; }
}

internal interface IOpcodeKeyVisitor
{
    void Visit<TKey>() where TKey : struct, IOpcodeKey;
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
