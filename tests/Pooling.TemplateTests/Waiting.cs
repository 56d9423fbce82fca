using System.Diagnostics;

namespace Pooling.TemplateTests;

/// <summary>Waits for something that nobody announces.</summary>
internal static class Waiting
{
    /// <summary>Waits until something holds.</summary>
    /// <returns><see langword="false"/> if it does not within the time that everything has.</returns>
    internal static bool Until(Func<bool> holds)
    {
        long start = Stopwatch.GetTimestamp();
        while (!holds())
        {
            if (Stopwatch.GetElapsedTime(start) > RunningProject.Patience)
                return false;

            Thread.Sleep(50);
        }

        return true;
    }
}
