namespace Pooling.SoakTests.Fuzzing;

/// <summary>The pool of the arrays of numbers. Readers must keep to the length that they request.</summary>
internal static class FuzzArrays<T>
{
    internal static TestArrayPool<T> Pool { get; } =
        new(new TestPoolOptions { GuardLength = 16, QuarantineLength = 32, CaptureStacks = false });
}
