using Pooling.JsonExport.Exporting;
using Pooling.JsonExport.Loading;
using Pooling.JsonExport.Serving;

namespace Pooling.JsonExport;

/// <summary>The program, apart from the process that it runs in.</summary>
internal sealed class JsonExportProgram(TextWriter output, TextWriter error, TextReader input)
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

                case ["export", .. var options]:
                    return new ExportCommand(output, error).Run(ExportOptions.Parse(options), cancellationToken);

                case ["serve", .. var options]:
                    return await new ServeCommand(output, input).Run(ServeOptions.Parse(options), cancellationToken).ConfigureAwait(false);

                case ["load", .. var options]:
                    return await new LoadCommand(output, error).Run(LoadOptions.Parse(options), cancellationToken).ConfigureAwait(false);

                case ["check"]:
                    return SelfCheck.Run(output);

                case []:
                    throw new UsageException("which command? There are: export, serve, load, check");

                default:
                    throw new UsageException(arguments[0] == "check"
                        ? "'check' takes no options"
                        : $"unknown command '{arguments[0]}'; there are: export, serve, load, check");
            }
        }
        catch (UsageException exception)
        {
            error.WriteLine($"json-export: {exception.Message} (--help lists the options)");
            return ExitCode.Usage;
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            error.WriteLine("json-export: interrupted; no file was written");
            return ExitCode.Interrupted;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            string colon = exception is OutputException ? "" : ":";
            error.WriteLine($"json-export: cannot write{colon} {exception.Message}");
            return ExitCode.Usage;
        }
    }

    private static string Usage() =>
        $"""
        Writes 5,000 customers as OData-shaped JSON in every way that people do it, checks that all say the same, and tells what each takes.

        usage: dotnet run -c Release --project samples/JsonExport -- <command> [options]

        export  writes the customers with each writer in turn and prints a table
          --count <n>          customers, 0 to {ExportOptions.MostCustomers}; 5000 by default
          --sink <sink>        memory (default), file or null
          --writer <name>,...  {ExportContenders.Names}, or all (default)
          --output <file>      the file of '--sink file', customers.json by default; '-' for standard output, one writer, no figures
          --rounds <n>         how often to measure, 15 by default; a round is 5 writes
          --json [<file>]      the figures as JSON, on standard output or in a file

        serve   answers GET /customers/[writer]?count= until Ctrl+C
          --port <n>           5080 by default; 0 for any that is free
          --limit <n>          the most customers of a request, 20000 by default
          --until-end-of-input ends with the standard input, for programs that start it

        load    asks a server with many clients at once, and prints what that cost the server
          --clients <n>        100 by default
          --requests <n>       of each client, 3 by default
          --count <n>          customers of a request, 5000 by default
          --writer <name>,...  as above
          --abort              every third request is aborted half-way
          --url <address>      a server that is running; one is started by default
          --json               the figures as JSON on standard output

        check   checks the pooled writers against the serializer

        exit code: 0 fine, 1 a check failed, 2 wrong usage or something cannot be written, 130 interrupted

        """;
}
