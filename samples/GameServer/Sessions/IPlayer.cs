namespace Pooling.GameServer.Sessions;

/// <summary>What a server keeps of somebody who plays: its queues, and how it is sent what is in them. Tick thread only.</summary>
internal interface IPlayer
{
    Session Session { get; }

    /// <summary>Sends what waits still, in each tick until it is done.</summary>
    /// <returns><see langword="false"/> if there is more to do.</returns>
    bool FinishSending();

    /// <summary>Gives back what is held for sending, when nothing is sent any more.</summary>
    void Release();
}
