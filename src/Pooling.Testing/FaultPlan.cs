namespace Pooling.Testing;

/// <summary>Decides which call of one or more pools throws, and counts the calls. Pools that share a plan are counted
/// together.</summary>
/// <remarks>
/// <para>Pools of this package take a plan from <see cref="TestPoolOptions.Faults"/>, policies by
/// <see cref="FaultyPolicy{T}"/>. Doubles of your own, such as a stream, call <see cref="Enter"/> before their work and
/// <see cref="Leave"/> after it.</para>
/// <para><see cref="ForEachCall"/> runs a test once for every call that it makes, with that call throwing.</para>
/// <para>Thread safety: all threads may make calls at the same time. Set the properties before.</para>
/// <para>Allocation: the plan itself, and the exceptions that it throws.</para>
/// </remarks>
public sealed partial class FaultPlan
{
    private int _calls;
    private int _fired;

    /// <summary>Initializes a plan by which no call throws until it is changed.</summary>
    public FaultPlan()
    {
    }

    /// <summary>Initializes a plan by which one call throws.</summary>
    /// <param name="throwOn">The number of the call, counted from 1; 0 for none.</param>
    /// <param name="moment">Whether the call throws before or after it did its work.</param>
    public FaultPlan(int throwOn, FaultMoment moment)
    {
        ThrowOn = throwOn;
        Moment = moment;
    }

    /// <summary>Gets or sets the number of the call that throws, counted from 1; 0 for none, which is the
    /// default.</summary>
    public int ThrowOn { get; set; }

    /// <summary>Gets or sets whether the call throws before or after it did its work. The default is before.</summary>
    public FaultMoment Moment { get; set; }

    /// <summary>Gets or sets the name of the only member whose calls count, such as <c>Rent</c>; <see langword="null"/>
    /// for all, which is the default.</summary>
    public string? Member { get; set; }

    /// <summary>Gets or sets a function that decides for each call, by its number, instead of <see cref="ThrowOn"/> and
    /// <see cref="Moment"/>: it returns the moment of the exception, or <see langword="null"/> if there is none. It
    /// runs on all threads that make calls.</summary>
    public Func<int, FaultMoment?>? Choose { get; set; }

    /// <summary>Gets or sets an action that replaces the <see cref="InjectedFaultException"/>, with the name of the
    /// member: it may throw another exception, or do what disturbs the call. Calls within it are counted, and never
    /// chosen by their number.</summary>
    public Action<string>? Act { get; set; }

    /// <summary>Gets the number of calls so far.</summary>
    public int Calls => Volatile.Read(ref _calls);

    /// <summary>Gets the number of calls that have thrown so far.</summary>
    public int Fired => Volatile.Read(ref _fired);

    /// <summary>Gets a value that indicates whether a call has thrown.</summary>
    public bool HasFired => Fired != 0;

    /// <summary>Counts a call without work, and throws if it is the chosen one.</summary>
    /// <param name="member">The name of the member.</param>
    /// <exception cref="InjectedFaultException">The plan has chosen this call.</exception>
    public void Pass(string member) => Leave(Enter(member), member);

    /// <summary>Counts a call, and throws if it must throw before its work.</summary>
    /// <param name="member">The name of the member.</param>
    /// <returns>The number of the call, for <see cref="Leave"/>; 0 if calls of this member do not count.</returns>
    /// <exception cref="InjectedFaultException">The plan has chosen this moment of this call.</exception>
    public int Enter(string member)
    {
        if (Member is { } only && only != member)
            return 0;

        int call = Interlocked.Increment(ref _calls);
        FireIf(call, FaultMoment.Before, member);
        return call;
    }

    /// <summary>Throws if the call must throw after its work.</summary>
    /// <param name="call">The number that <see cref="Enter"/> returned.</param>
    /// <param name="member">The name of the member.</param>
    /// <exception cref="InjectedFaultException">The plan has chosen this moment of this call.</exception>
    public void Leave(int call, string member) => FireIf(call, FaultMoment.After, member);

    private void FireIf(int call, FaultMoment moment, string member)
    {
        if (_isOff || call == 0 || (Choose is null ? call != ThrowOn || moment != Moment : Choose(call) != moment))
            return;

        Interlocked.Increment(ref _fired);
        _firedMember = member;
        try
        {
            if (Act is null)
                throw new InjectedFaultException(member);

            Act(member);
        }
        catch (Exception exception)
        {
            _thrown = exception;
            throw;
        }
    }
}
