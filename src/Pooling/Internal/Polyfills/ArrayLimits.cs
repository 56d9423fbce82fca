#if NETSTANDARD2_0
namespace Pooling.Internal.Polyfills;

/// <summary>The maximum array length that every runtime before .NET 6 supports for any element type.</summary>
internal static class ArrayLimits
{
    extension(Array)
    {
        public static int MaxLength => 0x7FEFFFFF;
    }
}
#endif
