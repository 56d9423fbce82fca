using System.Runtime;

namespace Pooling.Budget;

/// <summary>Waits for the runtime's thread that recompiles methods that were called often.</summary>
internal static class TieredCompilation
{
    private const string NameOfThread = ".NET Tiered Com";
    private const int Checks = 4;

    /// <summary>Returns when the thread was idle, and nothing was compiled, in several consecutive checks.</summary>
    internal static void WaitUntilIdle()
    {
        long compiled = 0;
        for (int idle = 0; idle < Checks; Thread.Sleep(2))
        {
            long now = JitInfo.GetCompiledMethodCount();
            idle = now == compiled && !IsWorking() ? idle + 1 : 0;
            compiled = now;
        }
    }

    private static bool IsWorking()
    {
        foreach (string thread in Directory.EnumerateDirectories("/proc/self/task"))
        {
            // "1234 (.NET Tiered Com) S ..."
            string status = File.ReadAllText(Path.Combine(thread, "stat"));
            int end = status.LastIndexOf(')');
            if (status[..end].EndsWith(NameOfThread, StringComparison.Ordinal) && status[end + 2] != 'S')
                return true;
        }

        return false;
    }
}
