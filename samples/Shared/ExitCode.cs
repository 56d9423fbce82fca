namespace Pooling.Samples;

/// <summary>What the program tells its caller.</summary>
internal static class ExitCode
{
    public const int Success = 0;

    /// <summary>A check failed; in the Tour also: a file could not be written.</summary>
    public const int Failure = 1;

    /// <summary>The command line was not understood, or what it names cannot be used.</summary>
    public const int Usage = 2;

    /// <summary>Ctrl+C, as shells count it: 128 and the number of the signal.</summary>
    public const int Interrupted = 130;
}
