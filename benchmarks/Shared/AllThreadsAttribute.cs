namespace Pooling.Benchmarks;

/// <summary>Marks benchmarks whose work continues on threads of the pool: <c>--ratios</c> counts the bytes that the whole process
/// allocates.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class AllThreadsAttribute : Attribute;
