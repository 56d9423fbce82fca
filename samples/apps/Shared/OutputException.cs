namespace Pooling.Samples;

/// <summary>The exception for a failed output. The message states what failed and why in one line.</summary>
internal sealed class OutputException : IOException
{
    /// <param name="path">The name of the output, as the user knows it.</param>
    /// <param name="cause">The cause.</param>
    public OutputException(string path, Exception cause)
        : base($"'{path}': {Reason(cause)}", cause)
    {
    }

    /// <summary>Whether an exception is a failure of the file system.</summary>
    public static bool IsCause(Exception exception) => exception is IOException and not OutputException or UnauthorizedAccessException;

    private static string Reason(Exception cause) => cause switch
    {
        DirectoryNotFoundException or FileNotFoundException => "the folder does not exist",
        UnauthorizedAccessException => "access is denied",
        _ => Bare(cause.Message),
    };

    // The runtime appends the path, which may be a temporary one here.
    private static string Bare(string message)
    {
        int path = message.IndexOf(" : '", StringComparison.Ordinal);
        return path < 0 ? message : message[..path];
    }
}
