#if NETFRAMEWORK
namespace System.Runtime.CompilerServices;

/// <summary>Known to the compiler; .NET Framework lacks it.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ModuleInitializerAttribute : Attribute;
#endif
