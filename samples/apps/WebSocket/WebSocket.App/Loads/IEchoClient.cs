namespace WebSockets.App.Loads;

/// <summary>A client whose messages are returned by the hub. This is the only difference between the modes.</summary>
internal interface IEchoClient : IAsyncDisposable
{
    /// <summary>The messages and echoes of the client.</summary>
    EchoLedger Ledger { get; }

    /// <summary>The number of messages that wait to be sent.</summary>
    long Waiting { get; }

    /// <summary>The number of lost connections, exceptions and lost messages.</summary>
    long Faults { get; }

    /// <summary>Starts the client, and waits for the connection.</summary>
    Task StartAsync(CancellationToken cancellationToken);

    /// <summary>Sends a text.</summary>
    /// <returns><see langword="false"/> if it was not accepted.</returns>
    bool Send(string text);

    /// <summary>Closes the connection.</summary>
    Task CloseAsync();
}
