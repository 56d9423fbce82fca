using System.Runtime.CompilerServices;

namespace Pooling.Doubles;

/// <summary>Makes pools trim as on a machine with enough memory: a full one would trim each pool after a generation-2
/// collection.</summary>
internal static class PlentyOfMemory
{
#pragma warning disable CA2255 // tests are no library: nobody else loads them
    [ModuleInitializer]
#pragma warning restore CA2255
    internal static void Install() => Internal.Polyfills.MemoryLoad.Forced = false;
}
