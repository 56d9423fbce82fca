namespace Pooling.Samples;

/// <summary>The exit codes of the program.</summary>
internal static class ExitCode
{
    public const int Success = 0;

    /// <summary>A check failed. In the Tour, also: a file could not be written.</summary>
    public const int Failure = 1;

    /// <summary>The command line is invalid, or something that it names cannot be used.</summary>
    public const int Usage = 2;

    /// <summary>Interrupted by Ctrl+C, as shells report it: 128 plus the number of the signal.</summary>
    public const int Interrupted = 130;
}
