#if !NET9_0_OR_GREATER
namespace System.Runtime.CompilerServices;

/// <summary>Ranks overloads that would otherwise be ambiguous; compilers find the attribute by name.</summary>
[AttributeUsage(AttributeTargets.Method | AttributeTargets.Constructor | AttributeTargets.Property, Inherited = false)]
internal sealed class OverloadResolutionPriorityAttribute(int priority) : Attribute
{
    public int Priority { get; } = priority;
}
#endif
