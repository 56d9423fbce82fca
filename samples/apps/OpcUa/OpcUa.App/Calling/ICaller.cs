namespace OpcUa.App.Calling;

/// <summary>A client that calls a service repeatedly, in one of <see cref="Modes"/>.</summary>
internal interface ICaller : IAsyncDisposable
{
    /// <summary>Makes one call, or the calls of one round.</summary>
    /// <returns>The numbers of requests and of results.</returns>
    ValueTask<(long Calls, long Results)> Call(CancellationToken cancellationToken);

    /// <summary>Compares the results with the server's counters. The server's variables must not change during the check.</summary>
    /// <returns>The faults, one line each.</returns>
    Task<IReadOnlyList<string>> Check(CancellationToken cancellationToken);
}
