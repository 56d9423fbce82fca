#if NETFRAMEWORK
using System.Buffers;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Pooling.Doubles;

/// <summary>Replaces the shared array pool of .NET Framework. When 50 arrays of a length are out, or were never returned by writers that
/// were not disposed, that pool returns arrays of twice the length, and tests that expect certain lengths would depend on earlier
/// tests.</summary>
internal static class InexhaustibleArrayPool
{
    private const int MaxArrayLength = 1024 * 1024; // longer arrays are never kept by that pool
    private const int ArraysOfEachLength = 20_000;

#pragma warning disable CA2255 // tests are no library: nobody else loads them
    [ModuleInitializer]
#pragma warning restore CA2255
    internal static void Install()
    {
        ReplaceShared<byte>();
        ReplaceShared<char>();
        ReplaceShared<int>();
    }

    private static void ReplaceShared<T>()
    {
        var pool = ArrayPool<T>.Create(MaxArrayLength, ArraysOfEachLength);
        typeof(ArrayPool<T>).GetField("s_sharedInstance", BindingFlags.NonPublic | BindingFlags.Static)!.SetValue(null, pool);
        if (ArrayPool<T>.Shared != pool)
            throw new InvalidOperationException("The shared array pool has not been replaced.");
    }
}
#endif
