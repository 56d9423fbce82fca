#if NETSTANDARD2_0
using System.Runtime.CompilerServices;

namespace Pooling.Internal.Polyfills;

/// <summary>Determines which element types may contain references. Errs on the side of clearing: any struct that is not
/// a primitive counts as containing one.</summary>
internal static class ReferenceCheck
{
    extension(RuntimeHelpers)
    {
        public static bool IsReferenceOrContainsReferences<T>() => !typeof(T).IsPrimitive && !typeof(T).IsEnum;
    }
}
#endif
