using Pooling.Encodeables;

namespace Pooling.SoakTests.Exploration;

/// <summary>Sends every access to the state of a pooled object to the explorer.</summary>
internal readonly struct ExploredWordAtomics : IWordAtomics
{
    [ThreadStatic]
    internal static HolderExecution? Current;

    public int Read(ref int location) => Current!.Read(ref location, acquires: false);

    public int ReadAcquire(ref int location) => Current!.Read(ref location, acquires: true);

    public void Write(ref int location, int value) => Current!.Write(ref location, value);

    public bool CompareExchange(ref int location, int value, int expected) => Current!.CompareExchange(ref location, value, expected);
}
