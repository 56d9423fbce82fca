namespace Pooling.Benchmarks.Dispatch;

/// <summary>An opcode from 0 to 63 as a type.</summary>
internal readonly struct OpcodeKey<THigh, TMiddle, TLow> : IOpcodeKey
    where THigh : struct, IDigit
    where TMiddle : struct, IDigit
    where TLow : struct, IDigit
{
    public static int Value => (THigh.Value * 16) + (TMiddle.Value * 4) + TLow.Value;
}
