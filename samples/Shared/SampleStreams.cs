using System.Globalization;

namespace Pooling.Samples;

/// <summary>What a program reads and writes, and what its messages begin with.</summary>
/// <param name="Name">The program, as its messages call it.</param>
/// <param name="Output">Results.</param>
/// <param name="Error">Messages and progress.</param>
/// <param name="Input">What other programs tell it.</param>
internal sealed record SampleStreams(string Name, TextWriter Output, TextWriter Error, TextReader Input)
{
    private readonly Lock _lock = new();

    /// <summary>Writes a line of results that a reader gets at once, also from several threads.</summary>
    public void WriteLine(string line)
    {
        lock (_lock)
        {
            Output.WriteLine(line);
            Output.Flush();
        }
    }

    /// <summary>Writes a message.</summary>
    public void WriteError(string message) => Error.WriteLine($"{Name}: {message}");

    /// <summary>Says what the checks found wrong.</summary>
    /// <param name="faults">A line each; none if all is well.</param>
    /// <returns>The exit code.</returns>
    public int Judge(IEnumerable<string> faults)
    {
        int code = ExitCode.Success;
        foreach (string fault in faults)
        {
            WriteError($"check failed: {fault}");
            code = ExitCode.Failure;
        }

        return code;
    }

    /// <summary>Makes the line that says what a long work is at.</summary>
    public ProgressLine CreateProgress() => new(Error, live: !Console.IsErrorRedirected);

    /// <summary>What to throw when a port is taken or must not be listened on.</summary>
    public static UsageException CannotListen(int port, Exception cause) =>
        new(string.Create(CultureInfo.InvariantCulture, $"cannot listen on port {port}: {cause.Message}"));
}
