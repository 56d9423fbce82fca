namespace Pooling.Testing;

/// <summary>The exception that is thrown when an assertion of this package fails, or when a rental or return is
/// wrong.</summary>
/// <remarks>Every test framework reports it as a failed test. Its message contains everything that is known: counts,
/// lengths, and the stacks of the rentals and returns.</remarks>
public sealed class PoolAssertException : Exception
{
    /// <summary>Initializes the exception.</summary>
    public PoolAssertException()
        : this("An assertion about a pool failed.")
    {
    }

    /// <summary>Initializes the exception with a message.</summary>
    /// <param name="message">The message.</param>
    public PoolAssertException(string message)
        : base(message)
    {
    }

    /// <summary>Initializes the exception with a message and its cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public PoolAssertException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
