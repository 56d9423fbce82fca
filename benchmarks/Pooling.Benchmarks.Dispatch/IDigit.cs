namespace Pooling.Benchmarks.Dispatch;

/// <summary>A number from 0 to 3 as a type.</summary>
internal interface IDigit
{
    static abstract int Value { get; }
}
