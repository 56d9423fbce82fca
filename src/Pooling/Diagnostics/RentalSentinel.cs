namespace Pooling.Diagnostics;

/// <summary>Is collected together with a rented item, and reports the rental as lost unless it was returned.</summary>
/// <remarks>The finalizer runs no code of users and touches no item, whose own finalizer may have run: it only lists
/// the rental and posts work, which allocates nothing, takes no lock and throws nothing.</remarks>
internal sealed class RentalSentinel
{
    private readonly TrackedRental? _rental; // null if the constructor was interrupted

    internal RentalSentinel(TrackedRental rental) => _rental = rental;

    ~RentalSentinel()
    {
        if (_rental is { } rental && !Environment.HasShutdownStarted)
            LeakReports.Add(rental);
    }

    /// <summary>Gives up the rental, which was returned.</summary>
#pragma warning disable CA1816 // this is not a Dispose method
    internal TrackedRental Release()
    {
        GC.SuppressFinalize(this);
        return _rental!;
    }
#pragma warning restore CA1816
}
