namespace Pooling.Samples;

/// <summary>A command of a program.</summary>
/// <param name="Name">The name on the command line.</param>
/// <param name="Run">Parses the options and runs the command; returns one of <see cref="ExitCode"/>.</param>
internal sealed record SampleCommand(string Name, Func<IReadOnlyList<string>, CancellationToken, Task<int>> Run)
{
    /// <summary>Creates a command with options.</summary>
    /// <param name="name">The name on the command line.</param>
    /// <param name="parse">Parses the options.</param>
    /// <param name="run">Runs the command.</param>
    public static SampleCommand Create<TOptions>(
        string name, Func<IReadOnlyList<string>, TOptions> parse, Func<TOptions, CancellationToken, Task<int>> run) =>
        new(name, (arguments, cancellationToken) => run(parse(arguments), cancellationToken));

    /// <summary>Creates a command without options.</summary>
    /// <param name="name">The name on the command line.</param>
    /// <param name="run">Runs the command.</param>
    public static SampleCommand Create(string name, Func<int> run) => new(name, (arguments, _) =>
        arguments.Count == 0 ? Task.FromResult(run()) : throw new UsageException($"'{name}' takes no options"));
}
