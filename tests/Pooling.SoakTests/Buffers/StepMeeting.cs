namespace Pooling.SoakTests.Buffers;

/// <summary>Makes two threads begin each of their steps at the same moment, without blocking.</summary>
internal sealed class StepMeeting
{
    /// <summary>The number of steps without waiting after a thread waited in vain, because the other has no processor then.</summary>
    internal const int StepsAlone = 256;

    private const int MaxWait = 100; // for the other thread
    private const int CacheLines = 128 / sizeof(long);

    private readonly long[] _progress = new long[3 * CacheLines]; // the step of each thread, on separate cache lines

    /// <summary>Waits until the other thread has reached a step.</summary>
    /// <returns><see langword="false"/> if it has not.</returns>
    internal bool Meet(int index, long step)
    {
        Volatile.Write(ref _progress[(index + 1) * CacheLines], step); // pairs with the read by the other thread
        for (int wait = 0; wait < MaxWait; wait++)
        {
            if (Volatile.Read(ref _progress[(2 - index) * CacheLines]) >= step)
                return true;

            Thread.SpinWait(1);
        }

        return false;
    }
}
