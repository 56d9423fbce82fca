#if NETSTANDARD2_0
using System.Runtime.CompilerServices;

namespace Pooling.Internal.Polyfills;

/// <summary>Gets the bits of a decimal without an array, as newer class libraries do.</summary>
internal static class DecimalBits
{
    extension(decimal)
    {
        /// <summary>Gets the lower, the middle and the upper 32 bits of the number, then the sign and the
        /// scale.</summary>
        public static int GetBits(decimal value, Span<int> bits)
        {
            // In memory, they are in the order of the DECIMAL of COM.
            ref int flags = ref Unsafe.As<decimal, int>(ref value);
            bits[3] = flags;
            bits[2] = Unsafe.Add(ref flags, 1);
            bits[0] = Unsafe.Add(ref flags, 2);
            bits[1] = Unsafe.Add(ref flags, 3);
            return 4;
        }
    }
}
#endif
