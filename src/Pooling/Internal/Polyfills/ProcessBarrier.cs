#if !NETSTANDARD2_0
using System.Runtime.CompilerServices;
#endif

namespace Pooling.Internal.Polyfills;

/// <summary>A full fence in two halves, for a frequent side and a rare one: if each stores, passes its half, and then loads what the other
/// stored, one of the two loads sees the store.</summary>
internal static class ProcessBarrier
{
#if NETSTANDARD2_0
    /// <summary>Whether <see cref="Heavy"/> also fences threads that never pass <see cref="Light"/>.</summary>
    internal static bool IsProcessWide => false;

    internal static void Light() => Interlocked.MemoryBarrier();

    internal static void Heavy() => Interlocked.MemoryBarrier();
#else
    internal static bool IsProcessWide => true;

    /// <summary>Costs nothing: <see cref="Heavy"/> makes every processor pass a fence, which falls before or behind this point.</summary>
    /// <remarks>The store before it and the load behind it must be volatile, so that the compiler leaves them in this order.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Light()
    {
    }

    /// <summary>Takes a microsecond or more.</summary>
    internal static void Heavy() => Interlocked.MemoryBarrierProcessWide();
#endif
}
