namespace Pooling.Benchmarks;

/// <summary>Marks a method that the smoke run calls after it ran the named benchmark methods, each on its own instance,
/// before the cleanup.</summary>
/// <param name="methods">The benchmark methods.</param>
/// <remarks>The method takes nothing, returns the line to print, and throws if what it finds is wrong.</remarks>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SmokeCheckAttribute(params string[] methods) : Attribute
{
    public IReadOnlyList<string> Methods { get; } = methods;
}
