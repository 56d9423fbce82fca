namespace Pooling.Testing;

/// <content>Runs a test once for every call that it makes.</content>
public sealed partial class FaultPlan
{
    private const int MaxCalls = 100_000;

    private volatile bool _isOff;
    private volatile string? _firedMember;
    private volatile Exception? _thrown;

    /// <summary>Runs a test again and again, with its first call throwing, then its second, until a run has no such
    /// call: each call once before its work and once after it.</summary>
    /// <typeparam name="T">The type of what a run works with, such as a pool.</typeparam>
    /// <param name="arrange">Creates what a run works with. The plan is new for each run.</param>
    /// <param name="act">Makes the calls. It may let the injected exception out, alone or within another one, or handle
    /// it.</param>
    /// <param name="assert">Checks the state behind a run, whether or not <paramref name="act"/> threw. No call throws
    /// meanwhile.</param>
    /// <returns>The number of calls that threw in turn, each of them twice.</returns>
    /// <remarks>The calls of <paramref name="arrange"/> count, too. The work must be the same in every run.</remarks>
    /// <exception cref="PoolAssertException">A run failed: with an exception that the plan did not throw, or in its
    /// assertions. The message names the call, and the cause is the inner exception. Or no run made a call of the plan,
    /// or their calls do not end.</exception>
    public static int ForEachCall<T>(Func<FaultPlan, T> arrange, Action<T> act, Action<T> assert)
    {
        ArgumentNullException.ThrowIfNull(arrange);
        ArgumentNullException.ThrowIfNull(act);
        ArgumentNullException.ThrowIfNull(assert);

        for (int call = 1; call <= MaxCalls; call++)
        {
            bool hasFired = Run(call, FaultMoment.Before);
            hasFired |= Run(call, FaultMoment.After);
            if (!hasFired)
                return CountOf(call - 1);
        }

        throw NotEnding();

        bool Run(int call, FaultMoment moment)
        {
            var plan = new FaultPlan(call, moment);
            try
            {
                T state = arrange(plan);
                try
                {
                    act(state);
                }
                catch (Exception exception) when (plan.HasThrown(exception))
                {
                }

                plan._isOff = true;
                assert(state);
                return plan.HasFired;
            }
            catch (Exception exception) when (plan._isOff || !plan.HasThrown(exception))
            {
                throw plan.Failed(exception);
            }
            catch (Exception)
            {
                return true; // the plan threw while the run was arranged: nothing to check
            }
        }
    }

    /// <summary>Runs an asynchronous test again and again, with its first call throwing, then its second, until a run
    /// has no such call: each call once before its work and once after it.</summary>
    /// <inheritdoc cref="ForEachCall"/>
    public static async Task<int> ForEachCallAsync<T>(Func<FaultPlan, T> arrange, Func<T, Task> act, Action<T> assert)
    {
        ArgumentNullException.ThrowIfNull(arrange);
        ArgumentNullException.ThrowIfNull(act);
        ArgumentNullException.ThrowIfNull(assert);

        for (int call = 1; call <= MaxCalls; call++)
        {
            bool hasFired = await RunAsync(call, FaultMoment.Before).ConfigureAwait(false);
            hasFired |= await RunAsync(call, FaultMoment.After).ConfigureAwait(false);
            if (!hasFired)
                return CountOf(call - 1);
        }

        throw NotEnding();

        async Task<bool> RunAsync(int call, FaultMoment moment)
        {
            var plan = new FaultPlan(call, moment);
            try
            {
                T state = arrange(plan);
                try
                {
                    await act(state).ConfigureAwait(false);
                }
                catch (Exception exception) when (plan.HasThrown(exception))
                {
                }

                plan._isOff = true;
                assert(state);
                return plan.HasFired;
            }
            catch (Exception exception) when (plan._isOff || !plan.HasThrown(exception))
            {
                throw plan.Failed(exception);
            }
            catch (Exception)
            {
                return true; // the plan threw while the run was arranged: nothing to check
            }
        }
    }

    private static int CountOf(int calls) => calls > 0
        ? calls
        : throw new PoolAssertException(
            "No call of the plan was made, so nothing was tested. Give the plan to a pool that the test uses.");

    private static PoolAssertException NotEnding() =>
        new($"A run makes more than {MaxCalls} calls, or one more each time.");

    /// <summary>Gets a value that indicates whether an exception is, or contains, the one that this plan
    /// threw.</summary>
    private bool HasThrown(Exception? exception) => exception is not null && _thrown is { } thrown
        && (ReferenceEquals(exception, thrown) || HasThrown(exception.InnerException)
            || (exception is AggregateException { InnerExceptions: { Count: > 1 } all } && all.Any(HasThrown)));

    private PoolAssertException Failed(Exception exception) => new(
        HasFired
            ? $"With call {ThrowOn} ({_firedMember}) throwing {(Moment == FaultMoment.Before ? "before" : "after")} "
                + "its work: "
                + exception.Message
            : $"With no call throwing: {exception.Message}",
        exception);
}
