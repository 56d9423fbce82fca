namespace Pooling.Benchmarks;

/// <summary>Takes a benchmark method out of the comparison of outputs.</summary>
/// <param name="reason">Why its output may differ from the baseline's.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class OutputNotComparedAttribute(string reason) : Attribute
{
    public string Reason { get; } = reason;
}
