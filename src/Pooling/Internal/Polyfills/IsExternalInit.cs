#if NETSTANDARD2_0
namespace System.Runtime.CompilerServices;

/// <summary>Enables the compiler to emit <see langword="init"/> accessors.</summary>
internal static class IsExternalInit;
#endif
