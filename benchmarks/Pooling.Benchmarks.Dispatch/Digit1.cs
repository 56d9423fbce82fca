namespace Pooling.Benchmarks.Dispatch;

/// <summary>The number 1 as a type.</summary>
internal readonly struct Digit1 : IDigit
{
    public static int Value => 1;
}
