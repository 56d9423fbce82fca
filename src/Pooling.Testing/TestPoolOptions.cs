namespace Pooling.Testing;

/// <summary>Provides the options of the pools for tests. A pool copies them when it is created.</summary>
/// <remarks>
/// <para>Thread safety: not safe for concurrent changes.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class TestPoolOptions
{
    /// <summary>The value of each byte of memory that was just rented, as if another user's data were still in it.
    /// Items that hold references are cleared instead; on .NET Framework, those of every type that is not
    /// primitive.</summary>
    public const byte FreshPattern = 0xA5;

    /// <summary>The value of each byte of memory that was returned. Items that hold references are cleared instead; on
    /// .NET Framework, those of every type that is not primitive.</summary>
    public const byte ReturnedPattern = 0xDD;

    /// <summary>Gets or sets the number of items behind the requested length that must not be written, and for memory
    /// also in front of it. The default is 0.</summary>
    /// <remarks>With 0, arrays are as long as those of the shared pool, and their renter may use all of their length,
    /// as buffer writers do. Set it for code that must remain within the length that it requested. The items of the
    /// guard are checked at the return, and by the assertions.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int GuardLength
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(GuardLength));
            field = value;
        }
    }

    /// <summary>Gets or sets how many of the arrays that were returned last are kept, to find writes to them. The
    /// default is 256. A pool keeps at most 1,048,576 items altogether, or one longer array, whatever the value
    /// is.</summary>
    /// <remarks>An array is never rented again, so that a stale use cannot damage another rental. When an array leaves
    /// the quarantine, it is checked a last time.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public int QuarantineLength
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfNegative(value, nameof(QuarantineLength));
            field = value;
        }
    } = 256;

    /// <summary>Gets or sets a value that indicates whether each rental and return records its stack, for the messages.
    /// The default is <see langword="true"/>.</summary>
    /// <remarks>A stack with file names and lines takes about a tenth of a millisecond and some kilobytes. Disable it
    /// in tests with very many rentals.</remarks>
    public bool CaptureStacks { get; set; } = true;

    /// <summary>Gets or sets a value that indicates whether a wrong return throws a <see cref="PoolAssertException"/>
    /// at once. The default is <see langword="true"/>.</summary>
    /// <remarks>Either way the assertions of the pool report it, also if somebody caught the exception.</remarks>
    public bool ThrowOnMisuse { get; set; } = true;

    /// <summary>Gets or sets the plan that decides which call of the pool throws; <see langword="null"/> for none,
    /// which is the default.</summary>
    public FaultPlan? Faults { get; set; }

    internal TestPoolOptions Copy() => (TestPoolOptions)MemberwiseClone();
}
