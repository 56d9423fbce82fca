using System.Diagnostics;
using System.Runtime;

namespace Pooling.Testing;

/// <summary>Asserts what an action allocates once it is warm.</summary>
/// <remarks>
/// <para>The action runs a hundred times first, then in rounds of many calls, and the round with the minimum counts: a
/// compilation in the background, or a first use, costs one round and no more. Only the calling thread counts, so that
/// other threads may allocate. A collection can add up to 8 KB to the round that it interrupts, if the action allocates
/// at all; there are enough rounds, and shorter ones if necessary, to have one without.</para>
/// <para>There is no asynchronous form: what continues on another thread cannot be counted exactly.</para>
/// <para>Thread safety: thread-safe.</para>
/// <para>Allocation: the message, if an assertion fails. An assertion that holds takes as long as some thousand calls.
/// One that fails takes a second or a dozen rounds more, in which the runtime may compile the action again, and up to
/// 20 seconds while it compiles other code of the process.</para>
/// </remarks>
public static class AllocationAssert
{
    /// <summary>The number of calls of a round by default.</summary>
    public const int DefaultCalls = 1000;

    private const int WarmUpCalls = 100;
    private const int MinCalls = 50; // of a round that is made shorter
    private const int QuickRounds = 10;
    private const int SmallestObject = 24;

    // The runtime compiles again what is called often, in the background, some 100 ms after it last compiled something
    // new, and in two steps.
    private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(30);
    private static readonly TimeSpan s_quiet = TimeSpan.FromMilliseconds(700);
    private static readonly TimeSpan s_maxPassed = 2 * s_pause; // in one look: longer ones are those of a busy machine
    private static readonly TimeSpan s_end = TimeSpan.FromSeconds(20);

    /// <summary>Throws if an action allocates.</summary>
    /// <param name="action">The action. What it closes over is allocated by the caller, and not counted.</param>
    /// <param name="calls">The number of calls of a round, at least 1.</param>
    /// <exception cref="PoolAssertException">Every round allocated; the message contains the bytes of the
    /// least.</exception>
    public static void Zero(Action action, int calls = DefaultCalls) => AtMost(0, action, calls);

    /// <summary>Throws if an action allocates more than a number of bytes in a call, on average of a round.</summary>
    /// <param name="bytes">The number of bytes of one call, at least 0.</param>
    /// <param name="action">The action. What it closes over is allocated by the caller, and not counted.</param>
    /// <param name="calls">The number of calls of a round, at least 1.</param>
    /// <exception cref="PoolAssertException">Every round allocated more; the message contains the bytes of the
    /// least.</exception>
    public static void AtMost(long bytes, Action action, int calls = DefaultCalls)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(bytes);
        ArgumentNullException.ThrowIfNull(action);
        ArgumentOutOfRangeException.ThrowIfLessThan(calls, 1);

        for (int i = 0; i < WarmUpCalls && i < calls; i++)
            action();

        Round least = new(long.MaxValue, calls);
        int rounds = 0;
        var compilation = new CompilationWatch();
        while (!least.IsWithin(bytes) && (rounds < QuickRounds || !compilation.IsOver))
        {
            if (rounds++ >= QuickRounds)
                Thread.Sleep(s_pause);

            Round next = MeasureRound(action, calls);
            least = next.BytesOfACall < least.BytesOfACall ? next : least;
            if (next.WasDisturbed && bytes > 0 && calls > MinCalls)
                calls /= 2; // a shorter round is more likely to end before the next collection
        }

        if (!least.IsWithin(bytes))
        {
            throw new PoolAssertException(
                $"The action allocated {least.BytesOfACall:0.##} bytes in each call ({least.Bytes:N0} bytes "
                + $"in {least.Calls:N0} calls, the minimum of {rounds} rounds); expected at most {bytes:N0}.");
        }
    }

    /// <summary>Returns the bytes that an action allocates in a number of calls, after it was warmed up.</summary>
    /// <param name="action">The action.</param>
    /// <param name="calls">The number of calls of a round, at least 1.</param>
    /// <param name="warmUpCalls">The number of calls before, which do not count.</param>
    /// <returns>The bytes of the round with the minimum.</returns>
    public static long Measure(Action action, int calls = DefaultCalls, int warmUpCalls = WarmUpCalls)
    {
        ArgumentNullException.ThrowIfNull(action);
        ArgumentOutOfRangeException.ThrowIfLessThan(calls, 1);
        ArgumentOutOfRangeException.ThrowIfNegative(warmUpCalls);

        for (int i = 0; i < warmUpCalls; i++)
            action();

        long least = long.MaxValue;
        for (int round = 0; round < 2 * QuickRounds && least > 0; round++)
        {
            if (round >= QuickRounds - 2 && least >= (long)calls * SmallestObject)
                break; // every call allocates

            least = Math.Min(least, MeasureRound(action, calls).Bytes);
        }

        return least;
    }

    private static Round MeasureRound(Action action, int calls)
    {
        int collections = GC.CollectionCount(0);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < calls; i++)
            action();

        long bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        return new Round(bytes, calls) { WasDisturbed = GC.CollectionCount(0) != collections };
    }

    private readonly record struct Round(long Bytes, int Calls)
    {
        internal bool WasDisturbed { get; init; }

        internal double BytesOfACall => Bytes / (double)Calls;

        internal bool IsWithin(long bytesOfACall) => Bytes <= bytesOfACall * (double)Calls;
    }

    /// <summary>Knows when the runtime has not compiled anything for a while.</summary>
    private sealed class CompilationWatch
    {
        private readonly Stopwatch _time = Stopwatch.StartNew();
        private TimeSpan _looked;
        private TimeSpan _quiet;
        private long _methods = JitInfo.GetCompiledMethodCount();

        internal bool IsOver
        {
            get
            {
                TimeSpan now = _time.Elapsed;
                long methods = JitInfo.GetCompiledMethodCount();
                TimeSpan passed = now - _looked;
                if (passed > s_maxPassed)
                    passed = s_maxPassed;

                _quiet = methods == _methods ? _quiet + passed : TimeSpan.Zero;
                (_looked, _methods) = (now, methods);
                return _quiet > s_quiet || now > s_end;
            }
        }
    }
}
