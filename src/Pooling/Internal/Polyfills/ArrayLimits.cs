#if NETSTANDARD2_0
namespace Pooling.Internal.Polyfills;

/// <summary>The longest arrays that every runtime below .NET 6 can make, whatever their element type.</summary>
internal static class ArrayLimits
{
    extension(Array)
    {
        public static int MaxLength => 0x7FEFFFFF;
    }
}
#endif
