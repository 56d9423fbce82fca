namespace Pooling.Benchmarks.Dispatch;

/// <summary>The number 3 as a type.</summary>
internal readonly struct Digit3 : IDigit
{
    public static int Value => 3;
}
