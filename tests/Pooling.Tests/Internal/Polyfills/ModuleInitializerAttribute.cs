#if NETFRAMEWORK
namespace System.Runtime.CompilerServices;

/// <summary>What the compiler looks for by this name; .NET Framework lacks it.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ModuleInitializerAttribute : Attribute;
#endif
