using WebSockets.Protocol.Sending;

namespace WebSockets.Hub.Connections;

/// <summary>A socket that may have to wait for its turn to broadcast.</summary>
internal interface IPacedSocket
{
    /// <summary>Gets the signal that is set when its turn has come. It waits for one turn at a time.</summary>
    AsyncSignal Turn { get; }
}
