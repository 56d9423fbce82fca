namespace Pooling.Benchmarks.Dispatch;

/// <summary>The number 0 as a type.</summary>
internal readonly struct Digit0 : IDigit
{
    public static int Value => 0;
}
