namespace WebSockets.Client.Before;

/// <summary>What waits to be sent: a class for each kind, and an object for each message (row WSC-envelope).</summary>
public abstract class RequestMessage;
