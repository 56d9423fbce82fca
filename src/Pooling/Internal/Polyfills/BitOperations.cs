#if NETSTANDARD2_0
namespace System.Numerics;

/// <summary>Bit operations that newer class libraries compute in one instruction.</summary>
internal static class BitOperations
{
    /// <summary>Returns the position of the highest set bit, or 0 for 0.</summary>
    public static int Log2(ulong value)
    {
        int log = 0;
        for (int step = 32; step > 0; step >>= 1)
        {
            if (value >> step != 0)
            {
                value >>= step;
                log += step;
            }
        }

        return log;
    }
}
#endif
