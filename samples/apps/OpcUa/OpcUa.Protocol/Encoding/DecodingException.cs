using OpcUa.Protocol.BuiltIn;

namespace OpcUa.Protocol.Encoding;

/// <summary>The exception that is thrown when bytes are not a valid message, or exceed a limit.</summary>
public sealed class DecodingException : Exception
{
    public DecodingException(string message, int position, StatusCode? status = null)
        : base($"{message} (at byte {position})") => (Position, Status) = (position, status ?? StatusCodes.BadDecodingError);

    /// <summary>Gets the status for the response: <see cref="StatusCodes.BadEncodingLimitsExceeded"/> for a valid message that takes too
    /// much memory, otherwise <see cref="StatusCodes.BadDecodingError"/>.</summary>
    public StatusCode Status { get; }

    /// <summary>Gets the position in the message.</summary>
    public int Position { get; }
}
