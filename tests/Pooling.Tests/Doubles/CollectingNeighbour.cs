#if !NETFRAMEWORK
using System.Runtime.CompilerServices;

namespace Pooling.Doubles;

/// <summary>Runs collections on another thread all the time while the tests run, if the environment contains POOLING_TESTS_COLLECT=1. The
/// allocations of one part of a process must not change the behavior of another part. Try it with <c>--filter
/// Category=Allocation</c>.</summary>
internal static class CollectingNeighbour
{
    private const string Variable = "POOLING_TESTS_COLLECT";

#pragma warning disable CA2255 // tests are no library: nobody else loads them
    [ModuleInitializer]
#pragma warning restore CA2255
    internal static void Start()
    {
        if (Environment.GetEnvironmentVariable(Variable) == "1")
            new Thread(Collect) { IsBackground = true, Name = "Collecting neighbour" }.Start();
    }

    private static void Collect()
    {
        while (true)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Thread.Sleep(1); // otherwise one of two processors would do nothing else
        }
    }
}
#endif
