#if NETFRAMEWORK
namespace System.Runtime.CompilerServices;

/// <summary>The attribute that the compiler requires by this name. .NET Framework does not contain it.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class ModuleInitializerAttribute : Attribute;
#endif
