namespace WebSockets.Protocol.Frames;

/// <summary>An end of a connection.</summary>
public enum EndpointRole
{
    /// <summary>Its frames are masked, those that it receives are not.</summary>
    Client,

    /// <summary>Its frames are not masked, those that it receives are.</summary>
    Server,
}
