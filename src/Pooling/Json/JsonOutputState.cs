namespace Pooling.Json;

/// <summary>The states of a <see cref="JsonOutput"/>.</summary>
internal enum JsonOutputState : byte
{
    /// <summary>In the pool.</summary>
    Idle,

    /// <summary>Leased and usable.</summary>
    Open,

    /// <summary>Leased, and inside a call that may run the target's code.</summary>
    Busy,

    /// <summary>Leased, and inside a call of the array pool.</summary>
    Growing,

    /// <summary>Leased, but the target threw, so that it is unknown how much it has received, or a document without a
    /// target cannot continue. Nothing more is written or sent.</summary>
    Failed,

    /// <summary>Leased, but the document cannot continue, because the source of a value or the array pool threw.
    /// Nothing more is written; when the lease ends, its target gets the content, without the document if all of that
    /// is in the buffer.</summary>
    Broken,

    /// <summary>In the pool, after a writer was used that was kept beyond its lease.</summary>
    Misused,
}
