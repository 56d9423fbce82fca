namespace Pooling.Samples;

/// <summary>A command of a program.</summary>
/// <param name="Name">How the command line calls it.</param>
/// <param name="Run">Reads its options and runs it; gives one of <see cref="ExitCode"/>.</param>
internal sealed record SampleCommand(string Name, Func<IReadOnlyList<string>, CancellationToken, Task<int>> Run)
{
    /// <summary>Makes a command with options.</summary>
    /// <param name="name">How the command line calls it.</param>
    /// <param name="parse">Reads the options.</param>
    /// <param name="run">Runs the command.</param>
    public static SampleCommand Create<TOptions>(
        string name, Func<IReadOnlyList<string>, TOptions> parse, Func<TOptions, CancellationToken, Task<int>> run) =>
        new(name, (arguments, cancellationToken) => run(parse(arguments), cancellationToken));

    /// <summary>Makes a command without options.</summary>
    /// <param name="name">How the command line calls it.</param>
    /// <param name="run">Runs the command.</param>
    public static SampleCommand Create(string name, Func<int> run) => new(name, (arguments, _) =>
        arguments.Count == 0 ? Task.FromResult(run()) : throw new UsageException($"'{name}' takes no options"));
}
