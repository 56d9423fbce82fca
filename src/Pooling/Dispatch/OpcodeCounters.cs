using System.Diagnostics;

namespace Pooling.Dispatch;

/// <summary>Represents the number of packets that ended with each status since the dispatcher was built.</summary>
/// <remarks>
/// <para>Exact once every dispatch has ended; each counter only grows.</para>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none; it is a value.</para>
/// </remarks>
[DebuggerDisplay("Total = {Total}, Handled = {Handled}")]
public readonly record struct OpcodeCounters
{
    internal OpcodeCounters(long handled, long unknown, long malformed, long filtered, long faulted)
    {
        Handled = handled;
        Unknown = unknown;
        Malformed = malformed;
        Filtered = filtered;
        Faulted = faulted;
    }

    /// <summary>Gets the number of packets whose handler ended; 0 if <see cref="OpcodeDispatcherBuilder{TContext}.CountHandled"/> did not
    /// ask for it.</summary>
    public long Handled { get; }

    /// <summary>Gets the number of packets of opcodes without a handler. They are counted together: see
    /// <see cref="OpcodeDispatcher{TContext}.GetTotals"/>.</summary>
    public long Unknown { get; }

    /// <summary>Gets the number of packets that the parser refused.</summary>
    public long Malformed { get; }

    /// <summary>Gets the number of packets that the state of the sender or the filter did not let through.</summary>
    public long Filtered { get; }

    /// <summary>Gets the number of packets whose filter, parser or handler threw. A synchronous dispatcher without a fault handler passes
    /// the exception on without counting it.</summary>
    public long Faulted { get; }

    /// <summary>Gets the number of all packets that were counted.</summary>
    public long Total => Handled + Unknown + Malformed + Filtered + Faulted;
}
