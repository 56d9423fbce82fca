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

    /// <summary>Leased, but the target or the array pool threw half-way: the document is lost.</summary>
    Failed,

    /// <summary>With its pool, and somebody wrote through a writer that they kept beyond their lease.</summary>
    Misused,
}
