using System.Globalization;

namespace Pooling.Samples;

/// <summary>The streams of a program, and the prefix of its messages.</summary>
/// <param name="Name">The name of the program in messages.</param>
/// <param name="Output">Results.</param>
/// <param name="Error">Messages and progress.</param>
/// <param name="Input">Input from other programs.</param>
internal sealed record SampleStreams(string Name, TextWriter Output, TextWriter Error, TextReader Input)
{
    private readonly Lock _lock = new();

    /// <summary>Returns the stream for tables, which is not the one for figures.</summary>
    /// <param name="json">The output of the figures.</param>
    public TextWriter Live(JsonOutput json) => json.TakesOutput ? Error : Output;

    /// <summary>Writes a line of results and flushes it. Several threads may call it.</summary>
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

    /// <summary>Reports the faults that the checks found.</summary>
    /// <param name="faults">One line for each fault; empty if there are none.</param>
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

    /// <summary>Creates the progress line for a long operation.</summary>
    public ProgressLine CreateProgress() => new(Error, live: !Console.IsErrorRedirected);

    /// <summary>Returns the exception for a port that is in use or not permitted.</summary>
    public static UsageException CannotListen(int port, Exception cause) =>
        new(string.Create(CultureInfo.InvariantCulture, $"cannot listen on port {port}: {cause.Message}"));
}
