namespace Pooling.Json;

/// <summary>What a <see cref="JsonOutput"/> may do now.</summary>
internal enum JsonOutputState : byte
{
    /// <summary>With its pool.</summary>
    Idle,

    /// <summary>Leased and sound.</summary>
    Open,

    /// <summary>Leased, and inside a call that may run the target's code.</summary>
    Busy,

    /// <summary>Leased, but the target threw, so that nobody knows how much it has, or a buffer without an asynchronous target could not
    /// grow: nothing more is written or brought anywhere.</summary>
    Failed,

    /// <summary>Leased, but the document cannot go on, since the source of a value or the array pool threw half-way: nothing more is
    /// written, and the end of the lease brings what was written to its asynchronous target.</summary>
    Broken,

    /// <summary>With its pool, and somebody wrote through a writer that they kept beyond their lease.</summary>
    Misused,
}
