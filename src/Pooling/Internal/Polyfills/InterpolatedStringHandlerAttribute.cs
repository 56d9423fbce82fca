#if NETSTANDARD2_0
namespace System.Runtime.CompilerServices;

/// <summary>Marks the types that the compiler can build from interpolated strings.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = false, Inherited = false)]
internal sealed class InterpolatedStringHandlerAttribute : Attribute;

/// <summary>Lists the arguments of the call that the compiler passes to the handler's constructor.</summary>
[AttributeUsage(AttributeTargets.Parameter, AllowMultiple = false, Inherited = false)]
internal sealed class InterpolatedStringHandlerArgumentAttribute(params string[] arguments) : Attribute
{
    public InterpolatedStringHandlerArgumentAttribute(string argument)
        : this([argument])
    {
    }

    public string[] Arguments { get; } = arguments;
}
#endif
