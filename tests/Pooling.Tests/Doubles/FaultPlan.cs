namespace Pooling.Doubles;

/// <summary>Decides which call of one or more doubles throws, and counts the calls. Doubles that share a plan are counted
/// together.</summary>
/// <remarks>
/// <para>To try every call, run the same work with a new plan for each number from 1 on, until <see cref="HasFired"/> remains false.</para>
/// <para>Thread safety: all threads may make calls at the same time. Set the properties before.</para>
/// </remarks>
internal sealed class FaultPlan
{
    private int _calls;
    private int _fired;

    /// <summary>Initializes a plan by which no call throws until it is changed.</summary>
    internal FaultPlan()
    {
    }

    /// <summary>Initializes a plan by which one call throws.</summary>
    /// <param name="throwOn">The number of the call, counted from 1; 0 for none.</param>
    /// <param name="moment">Whether the call throws before or after it did its work.</param>
    internal FaultPlan(int throwOn, FaultMoment moment)
    {
        ThrowOn = throwOn;
        Moment = moment;
    }

    /// <summary>Gets or sets the number of the call that throws, counted from 1; 0 for none.</summary>
    internal int ThrowOn { get; set; }

    /// <summary>Gets or sets whether the call throws before or after it did its work.</summary>
    internal FaultMoment Moment { get; set; }

    /// <summary>Gets or sets a function that decides for each call, by its number, instead of <see cref="ThrowOn"/> and
    /// <see cref="Moment"/>: it returns the moment of the exception, or <see langword="null"/> if there is none. It runs on all threads
    /// that make calls.</summary>
    internal Func<int, FaultMoment?>? Choose { get; set; }

    /// <summary>Gets or sets an action that replaces the <see cref="InjectedFaultException"/>, with the name of the member. Calls within it
    /// are counted, and never chosen.</summary>
    internal Action<string>? Act { get; set; }

    /// <summary>Gets the number of calls so far.</summary>
    internal int Calls => Volatile.Read(ref _calls);

    /// <summary>Gets the number of calls that have thrown so far.</summary>
    internal int Fired => Volatile.Read(ref _fired);

    /// <summary>Gets a value that indicates whether a call has thrown.</summary>
    internal bool HasFired => Fired != 0;

    /// <summary>Counts a call without work, and throws if it is the chosen one.</summary>
    /// <param name="member">The name of the member.</param>
    internal void Pass(string member) => Leave(Enter(member), member);

    /// <summary>Counts a call, and throws if it must throw before its work.</summary>
    /// <param name="member">The name of the member.</param>
    /// <returns>The number of the call, for <see cref="Leave"/>.</returns>
    internal int Enter(string member)
    {
        int call = Interlocked.Increment(ref _calls);
        FireIf(call, FaultMoment.Before, member);
        return call;
    }

    /// <summary>Throws if the call must throw after its work.</summary>
    /// <param name="call">The number that <see cref="Enter"/> returned.</param>
    /// <param name="member">The name of the member.</param>
    internal void Leave(int call, string member) => FireIf(call, FaultMoment.After, member);

    private void FireIf(int call, FaultMoment moment, string member)
    {
        if (Choose is null ? call != ThrowOn || moment != Moment : Choose(call) != moment)
            return;

        Interlocked.Increment(ref _fired);
        if (Act is null)
            throw new InjectedFaultException(member);

        Act(member);
    }
}
