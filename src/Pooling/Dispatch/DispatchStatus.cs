namespace Pooling.Dispatch;

/// <summary>What became of one packet.</summary>
/// <remarks>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none; it is a value.</para>
/// </remarks>
public enum DispatchStatus
{
    /// <summary>The packet was parsed and its handler ended.</summary>
    Handled = 0,

    /// <summary>No handler is registered for the opcode.</summary>
    Unknown = 1,

    /// <summary>The parser refused the payload; the handler was not called.</summary>
    Malformed = 2,

    /// <summary>The state of the sender, or the filter, does not let the packet through; it was not parsed.</summary>
    Filtered = 3,

    /// <summary>The filter, the parser or the handler threw, and the exception went to the fault handler.</summary>
    Faulted = 4,
}
