namespace Pooling.GameServer.Sessions;

/// <summary>The server's state of a player: its queues, and the sending of their content. Tick thread only.</summary>
internal interface IPlayer
{
    Session Session { get; }

    /// <summary>Sends the waiting packets, called in each tick until it is done.</summary>
    /// <returns><see langword="false"/> if there is more to do.</returns>
    bool FinishSending();

    /// <summary>Releases the resources for sending, after the last packet was sent.</summary>
    void Release();
}
