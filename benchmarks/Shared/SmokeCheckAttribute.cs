namespace Pooling.Benchmarks;

/// <summary>Marks a method that the smoke run calls after it ran the named benchmark methods, each on a separate instance, before the
/// cleanup.</summary>
/// <param name="methods">The benchmark methods.</param>
/// <remarks>The method has no parameters, returns the line to print, and throws if a check fails.</remarks>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SmokeCheckAttribute(params string[] methods) : Attribute
{
    public IReadOnlyList<string> Methods { get; } = methods;
}
