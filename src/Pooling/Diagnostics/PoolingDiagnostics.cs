using System.ComponentModel;

namespace Pooling.Diagnostics;

/// <summary>Finds uses after a return, and rentals that are never returned, in all pools of the process. It can be
/// switched on in release builds, at any time.</summary>
/// <remarks>
/// <para>The mode at the start of the process is that of the environment variable <c>POOLING_DIAGNOSTICS_MODE</c>, or
/// else that of the property <c>Pooling.Diagnostics.Mode</c> in <c>runtimeconfig.json</c>: the name of a
/// <see cref="PoolingMode"/>. A <see cref="LeakInterval"/> can be set by <c>POOLING_DIAGNOSTICS_LEAK_INTERVAL</c> and
/// <c>Pooling.Diagnostics.LeakInterval</c>. Other values are ignored.</para>
/// <para>Thread safety: every member may be called from any thread at any time.</para>
/// <para>Allocation: none while the mode is <see cref="PoolingMode.Off"/>; otherwise a stack for each return, or for
/// each tracked rental.</para>
/// </remarks>
public static class PoolingDiagnostics
{
    private const int DefaultLeakInterval = 128;

    /// <summary>The mode, for pools. A field, because the first pool of a process would have to wait for the code of a
    /// property; so are the others, and the settings are read in one method.</summary>
    internal static volatile PoolingMode Current = DiagnosticsSettings.ReadMode();

    /// <summary>An action to call after each change of the mode. Set by the pools, which live above this
    /// namespace.</summary>
    internal static volatile Action? Changed;

    private static volatile int s_leakInterval; // 0 until it is set or asked for
    private static Lock? s_gate; // guards changes; created by the first one

    /// <summary>Occurs when the first leak of a place is found: once for each pool and stack of a rental, at most 1,024
    /// of them.</summary>
    /// <remarks>Handlers run on a background thread, or on the thread that calls <see cref="GetLeaks"/> or reads the
    /// metrics. What they throw is discarded.</remarks>
    public static event Action<RentalPlace>? LeakFound
    {
        add => LeakReports.Found += value;
        remove => LeakReports.Found -= value;
    }

    /// <summary>Gets or sets the mode of all pools, those of the future included.</summary>
    /// <value>The default is <see cref="PoolingMode.Off"/>.</value>
    /// <exception cref="InvalidEnumArgumentException">The value is none of the modes.</exception>
    /// <remarks>A change drops the idle items of every pool. It applies to a rental if it is made, and to a return if
    /// it begins, after the change. Rentals that were made earlier are not tracked.</remarks>
    public static PoolingMode Mode
    {
        get => Current;
        set
        {
            if (value is < PoolingMode.Off or > PoolingMode.Leaks)
                throw new InvalidEnumArgumentException(nameof(value), (int)value, typeof(PoolingMode));

            using (LockHold.Of(LazyInitializer.EnsureInitialized(ref s_gate, static () => new Lock())!))
            {
                if (Current != value)
                {
                    Current = value;
                    ArrayReturns.Apply(value);
                    RentalTracking.Forget();
                }
            }

            Interlocked.MemoryBarrier(); // a pool that is not in the list yet reads the mode after it was added
            Changed?.Invoke(); // also for the same mode, which a pool without memory may not have taken over
        }
    }

    /// <summary>Gets or sets the number of rentals of which one, at random, is tracked in
    /// <see cref="PoolingMode.Leaks"/>.</summary>
    /// <value>1 to track all of them. The default is 128.</value>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1.</exception>
    public static int LeakInterval
    {
        get
        {
            if (s_leakInterval is > 0 and int interval)
                return interval;

            interval = DiagnosticsSettings.ReadLeakInterval() ?? DefaultLeakInterval;
            // pairs with the write of the setter, which may have come in the meantime, and counts
            return Interlocked.CompareExchange(ref s_leakInterval, interval, 0) is > 0 and int set ? set : interval;
        }

        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1);

            s_leakInterval = value;
        }
    }

    /// <summary>Returns the leaks found so far, by place: tracked rentals that the garbage collector found although
    /// they were not returned.</summary>
    /// <returns>One element for each pool and stack of a rental, with the number of leaks. Of 1,024 places on, the rest
    /// is counted in one element for each pool, which has no stack.</returns>
    /// <remarks>A leak is found by the garbage collection after the last reference to the handle was lost. While a
    /// handle is still referenced, its rental is in <see cref="GetRentals"/>.</remarks>
    public static IReadOnlyList<RentalPlace> GetLeaks() => LeakReports.List();

    /// <summary>Returns the tracked rentals that were not returned and are older than an age, by place.</summary>
    /// <param name="minimumAge">The minimum age of a rental.</param>
    /// <returns>One element for each pool and stack of a rental, the oldest first.</returns>
    public static IReadOnlyList<RentalPlace> GetRentals(TimeSpan minimumAge) => RentalTracking.List(minimumAge);
}
