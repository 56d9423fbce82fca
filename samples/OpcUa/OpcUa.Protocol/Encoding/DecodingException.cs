namespace OpcUa.Protocol.Encoding;

/// <summary>The bytes are no valid message, or exceed a limit.</summary>
public sealed class DecodingException : Exception
{
    public DecodingException(string message, int position)
        : base($"{message} (at byte {position})") => Position = position;

    /// <summary>Where in the message it was found.</summary>
    public int Position { get; }
}
