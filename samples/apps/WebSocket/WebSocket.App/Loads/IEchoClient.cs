namespace WebSockets.App.Loads;

/// <summary>A client whose messages come back: all in which the modes differ.</summary>
internal interface IEchoClient : IAsyncDisposable
{
    /// <summary>What was sent and came back.</summary>
    EchoLedger Ledger { get; }

    /// <summary>Messages that wait to be sent.</summary>
    long Waiting { get; }

    /// <summary>Connections that were lost, exceptions, and messages that were lost.</summary>
    long Faults { get; }

    /// <summary>Waits for the connection.</summary>
    Task StartAsync(CancellationToken cancellationToken);

    /// <summary>Sends a text.</summary>
    /// <returns><see langword="false"/> if it was not taken.</returns>
    bool Send(string text);

    /// <summary>Closes the connection.</summary>
    Task CloseAsync();
}
