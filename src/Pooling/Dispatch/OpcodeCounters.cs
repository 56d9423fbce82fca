using System.Diagnostics;

namespace Pooling.Dispatch;

/// <summary>Represents the number of packets that ended with each status since the dispatcher was built.</summary>
/// <remarks>
/// <para>Exact when no dispatch is in progress; each counter only increases.</para>
/// <para>Thread safety: immutable.</para>
/// <para>Allocation: none; this is a value type.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
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

    private string DebuggerText => $"Total = {Total}, Handled = {Handled}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Gets the number of packets whose handler completed. Always 0 unless
    /// <see cref="OpcodeDispatcherBuilder{TContext}.CountHandled"/> was called.</summary>
    public long Handled { get; }

    /// <summary>Gets the number of packets whose opcode has no handler. They are counted together: see
    /// <see cref="OpcodeDispatcher{TContext}.GetTotals"/>.</summary>
    public long Unknown { get; }

    /// <summary>Gets the number of packets that the parser refused.</summary>
    public long Malformed { get; }

    /// <summary>Gets the number of packets that the state of the sender did not allow.</summary>
    public long Filtered { get; }

    /// <summary>Gets the number of packets whose parser or handler threw. A synchronous dispatcher without a fault
    /// handler does not catch the exception and does not count it.</summary>
    public long Faulted { get; }

    /// <summary>Gets the total number of counted packets.</summary>
    public long Total => Handled + Unknown + Malformed + Filtered + Faulted;
}
