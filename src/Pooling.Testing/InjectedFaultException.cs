namespace Pooling.Testing;

/// <summary>The exception that a <see cref="FaultPlan"/> throws on purpose.</summary>
/// <remarks>Nothing else throws it, so that a test can catch it and no other failure.</remarks>
public sealed class InjectedFaultException : Exception
{
    /// <summary>Initializes the exception.</summary>
    public InjectedFaultException()
        : this("a call")
    {
    }

    /// <summary>Initializes the exception for a member.</summary>
    /// <param name="member">The name of the member that throws.</param>
    public InjectedFaultException(string member)
        : base($"Injected into {member}.")
    {
    }

    /// <summary>Initializes the exception for a member, with its cause.</summary>
    /// <param name="member">The name of the member that throws.</param>
    /// <param name="innerException">The cause.</param>
    public InjectedFaultException(string member, Exception innerException)
        : base($"Injected into {member}.", innerException)
    {
    }
}
