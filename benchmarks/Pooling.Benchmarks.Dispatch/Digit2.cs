namespace Pooling.Benchmarks.Dispatch;

/// <summary>The number 2 as a type.</summary>
internal readonly struct Digit2 : IDigit
{
    public static int Value => 2;
}
