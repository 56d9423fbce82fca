#if NETSTANDARD2_0
using System.Runtime.CompilerServices;

namespace Pooling.Internal.Polyfills;

/// <summary>Reinterprets unsigned integers as floating-point numbers, as newer class libraries do.</summary>
internal static class FloatBits
{
    extension(BitConverter)
    {
        public static float UInt32BitsToSingle(uint value) => Unsafe.As<uint, float>(ref value);

        public static double UInt64BitsToDouble(ulong value) => Unsafe.As<ulong, double>(ref value);
    }
}
#endif
