namespace WebSockets.Protocol.Frames;

/// <summary>Specifies an end of a connection.</summary>
public enum EndpointRole
{
    /// <summary>The client. It sends masked frames, and receives unmasked ones.</summary>
    Client,

    /// <summary>The server. It sends unmasked frames, and receives masked ones.</summary>
    Server,
}
