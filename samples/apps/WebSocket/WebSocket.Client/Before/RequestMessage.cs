namespace WebSockets.Client.Before;

/// <summary>A message that waits to be sent, with a class for each kind, and an object for each message (row WSC-envelope).</summary>
public abstract class RequestMessage;
