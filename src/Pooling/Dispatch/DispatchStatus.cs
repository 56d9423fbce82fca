namespace Pooling.Dispatch;

/// <summary>Specifies the result of dispatching one packet.</summary>
/// <remarks>
/// <para>The default value is <see cref="Unknown"/>, so that a missing result does not count as success.</para>
/// </remarks>
public enum DispatchStatus
{
    /// <summary>No handler is registered for the opcode.</summary>
    Unknown = 0,

    /// <summary>The packet was parsed and its handler completed.</summary>
    Handled = 1,

    /// <summary>The parser refused the payload; the handler was not called.</summary>
    Malformed = 2,

    /// <summary>The state of the sender did not allow the packet; it was not parsed.</summary>
    Filtered = 3,

    /// <summary>The parser or the handler threw, and the exception was passed to the fault handler.</summary>
    Faulted = 4,
}
