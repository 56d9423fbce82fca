#if !NETSTANDARD2_0
using System.Runtime.CompilerServices;
#endif

namespace Pooling.Internal.Polyfills;

/// <summary>A full fence split into a cheap half for a frequent side and an expensive half for a rare side. If each
/// side stores, passes its half, and then loads what the other stored, at least one of them sees the other's
/// store.</summary>
internal static class ProcessBarrier
{
#if NETSTANDARD2_0
    /// <summary>Whether <see cref="Heavy"/> also fences threads that do not call <see cref="Light"/>.</summary>
    internal static bool IsProcessWide => false;

    internal static void Light() => Interlocked.MemoryBarrier();

    internal static void Heavy() => Interlocked.MemoryBarrier();
#else
    internal static bool IsProcessWide => true;

    /// <summary>Costs nothing: <see cref="Heavy"/> makes every processor pass a fence either before or after this
    /// point.</summary>
    /// <remarks>The store before it and the load after it must be volatile, so that the compiler keeps their
    /// order.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Light()
    {
    }

    /// <summary>Takes at least a microsecond.</summary>
    internal static void Heavy() => Interlocked.MemoryBarrierProcessWide();
#endif
}
