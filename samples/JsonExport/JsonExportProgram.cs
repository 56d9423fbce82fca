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
    public Task<int> Run(string[] arguments, CancellationToken cancellationToken)
    {
        var streams = new SampleStreams("json-export", output, error, input);
        var export = new ExportCommand(streams);
        return new SampleProgram(
            streams,
            Usage(),
            SampleCommand.Create("export", ExportOptions.Parse, (options, token) => Task.FromResult(export.Run(options, token))),
            SampleCommand.Create("serve", ServeOptions.Parse, new ServeCommand(streams).Run),
            SampleCommand.Create("load", LoadOptions.Parse, new LoadCommand(streams).Run),
            SampleCommand.Create("check", () => SelfCheck.Run(output))).Run(arguments, cancellationToken);
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
