namespace Pooling.Analyzers.Usage;

/// <summary>The kinds of calls whose result must be ended, returned or written to.</summary>
internal enum Rental
{
    /// <summary>Any other operation.</summary>
    None,

    /// <summary>A lease, a scope, or an array from a pool.</summary>
    Lease,

    /// <summary>A lease that is disposed asynchronously.</summary>
    AsyncLease,

    /// <summary>A new owner of something that has an owner already: a detached buffer, or another share.</summary>
    Owner,

    /// <summary>An object that goes back by a call of its pool.</summary>
    Item,

    /// <summary>Room in a writer that is filled in later.</summary>
    Reservation,
}
