namespace Pooling.Benchmarks;

/// <summary>Excludes a benchmark method from the comparison of outputs.</summary>
/// <param name="reason">The reason why its output may differ from the baseline's.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class OutputNotComparedAttribute(string reason) : Attribute
{
    public string Reason { get; } = reason;
}
