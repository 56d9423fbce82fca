namespace OpcUa.Protocol.Encoding;

/// <summary>The exception that is thrown when bytes are not a valid message, or exceed a limit.</summary>
public sealed class DecodingException : Exception
{
    public DecodingException(string message, int position)
        : base($"{message} (at byte {position})") => Position = position;

    /// <summary>Gets the position in the message.</summary>
    public int Position { get; }
}
