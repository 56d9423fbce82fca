using Pooling.GameServer.Bots;
using Pooling.GameServer.Serving;

namespace Pooling.GameServer;

/// <summary>The program, apart from the process that it runs in.</summary>
internal sealed class GameServerProgram(TextWriter output, TextWriter error, TextReader input)
{
    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">Ends it early; no file is left then.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(string[] arguments, CancellationToken cancellationToken)
    {
        try
        {
            switch (arguments)
            {
                case [.. var options] when options.Any(static option => option is "--help" or "-h" or "-?"):
                    output.Write(Usage());
                    return ExitCode.Success;

                case ["serve", .. var options]:
                    return await new ServeCommand(output, input).Run(ServeOptions.Parse(options), cancellationToken).ConfigureAwait(false);

                case ["bots", .. var options]:
                    return await new BotsCommand(output, error).Run(BotsOptions.Parse(options), cancellationToken).ConfigureAwait(false);

                default:
                    throw new UsageException($"unknown command '{arguments[0]}'; there are: serve, bots");
            }
        }
        catch (UsageException exception)
        {
            error.WriteLine($"game-server: {exception.Message} (--help lists the options)");
            return ExitCode.Usage;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            error.WriteLine("game-server: interrupted");
            return ExitCode.Interrupted;
        }
    }

    private static string Usage() => "";
}
