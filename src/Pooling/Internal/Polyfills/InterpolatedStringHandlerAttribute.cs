#if NETSTANDARD2_0
namespace System.Runtime.CompilerServices;

/// <summary>Tells the compiler which types take interpolated text.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = false, Inherited = false)]
internal sealed class InterpolatedStringHandlerAttribute : Attribute;

/// <summary>Tells the compiler which arguments of the call the constructor of the handler gets.</summary>
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
