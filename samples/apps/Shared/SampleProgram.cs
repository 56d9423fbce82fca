using System.Globalization;

namespace Pooling.Samples;

/// <summary>Runs a sample program: finds the command, and turns errors into one line and an exit code.</summary>
/// <param name="streams">The streams to read from and write to.</param>
/// <param name="usage">The text of <c>--help</c>.</param>
/// <param name="commands">The commands, in the order in which messages list them.</param>
internal sealed class SampleProgram(SampleStreams streams, string usage, params IReadOnlyList<SampleCommand> commands)
{
    /// <summary>The command for a command line without one; if not set, a command is required.</summary>
    public SampleCommand? Default { get; init; }

    private string Names => string.Join(", ", commands.Select(static command => command.Name));

    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(IReadOnlyList<string> arguments, CancellationToken cancellationToken)
    {
        CultureInfo.CurrentCulture = CultureInfo.InvariantCulture; // of this run
        try
        {
            if (arguments.Any(static argument => argument is "--help" or "-h" or "-?"))
            {
                streams.Output.Write(usage);
                return ExitCode.Success;
            }

            (SampleCommand command, IReadOnlyList<string> options) = Find(arguments);
            return await command.Run(options, cancellationToken).ConfigureAwait(false);
        }
        catch (UsageException exception)
        {
            streams.WriteError($"{exception.Message} (--help lists the options)");
            return ExitCode.Usage;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            streams.WriteError("interrupted; no file was written");
            return ExitCode.Interrupted;
        }
        catch (OutputException exception)
        {
            streams.WriteError($"cannot write {exception.Message}");
            return ExitCode.Usage;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            streams.WriteError(exception.Message);
            return ExitCode.Failure;
        }
    }

    private (SampleCommand Command, IReadOnlyList<string> Options) Find(IReadOnlyList<string> arguments)
    {
        if (Default is not null && (arguments.Count == 0 || arguments[0].StartsWith("--", StringComparison.Ordinal)))
            return (Default, arguments);

        if (arguments.Count == 0)
            throw new UsageException($"a command is required; available: {Names}");

        SampleCommand? command = commands.FirstOrDefault(command => command.Name == arguments[0]);
        return command is null
            ? throw new UsageException($"unknown command '{arguments[0]}'; available: {Names}")
            : (command, [.. arguments.Skip(1)]);
    }
}
