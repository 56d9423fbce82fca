#if NETSTANDARD2_0
using System.Runtime.CompilerServices;

namespace Pooling.Internal.Polyfills;

/// <summary>Tells which element types may hold references. Errs on the side of clearing: a struct that is no primitive counts as one that
/// does.</summary>
internal static class ReferenceCheck
{
    extension(RuntimeHelpers)
    {
        public static bool IsReferenceOrContainsReferences<T>() => !typeof(T).IsPrimitive && !typeof(T).IsEnum;
    }
}
#endif
