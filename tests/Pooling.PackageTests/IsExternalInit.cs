#if !NET
namespace System.Runtime.CompilerServices;

/// <summary>Lets the compiler emit <see langword="init"/> accessors.</summary>
internal static class IsExternalInit;
#endif
