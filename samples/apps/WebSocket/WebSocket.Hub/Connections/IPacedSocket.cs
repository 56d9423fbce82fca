namespace WebSockets.Hub.Connections;

/// <summary>A socket whose loop may have to wait until its broadcast is admitted, or for its turn to do long work.</summary>
internal interface IPacedSocket
{
    /// <summary>Is set when its loop may go on. It waits for one thing at a time.</summary>
    AsyncSignal Resumed { get; }
}
