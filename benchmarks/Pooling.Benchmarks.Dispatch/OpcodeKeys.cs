namespace Pooling.Benchmarks.Dispatch;

/// <summary>The opcodes 0 to 63 as types, so that each has code of its own.</summary>
internal static class OpcodeKeys
{
    internal const int Count = 64;

    internal static void VisitAll(IOpcodeKeyVisitor visitor)
    {
        MethodInfo visit = typeof(IOpcodeKeyVisitor).GetMethod(nameof(IOpcodeKeyVisitor.Visit))!;
        Type[] digits = [typeof(Digit0), typeof(Digit1), typeof(Digit2), typeof(Digit3)];
        for (int i = 0; i < Count; i++)
        {
            Type key = typeof(OpcodeKey<,,>).MakeGenericType(digits[i / 16], digits[i / 4 % 4], digits[i % 4]);
            visit.MakeGenericMethod(key).Invoke(visitor, null);
        }
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
