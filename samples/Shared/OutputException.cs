namespace Pooling.Samples;

/// <summary>Something could not be written; the message says what and why in one line.</summary>
internal sealed class OutputException : IOException
{
    /// <param name="path">What could not be written, by the name that the user knows.</param>
    /// <param name="cause">Why.</param>
    public OutputException(string path, Exception cause)
        : base($"'{path}': {Reason(cause)}", cause)
    {
    }

    /// <summary>Whether an exception is one of a file system that refuses.</summary>
    public static bool IsCause(Exception exception) => exception is IOException and not OutputException or UnauthorizedAccessException;

    private static string Reason(Exception cause) => cause switch
    {
        DirectoryNotFoundException or FileNotFoundException => "there is no such folder",
        UnauthorizedAccessException => "access is denied",
        _ => Bare(cause.Message),
    };

    // The runtime appends the path, which here may be a temporary one.
    private static string Bare(string message)
    {
        int path = message.IndexOf(" : '", StringComparison.Ordinal);
        return path < 0 ? message : message[..path];
    }
}
