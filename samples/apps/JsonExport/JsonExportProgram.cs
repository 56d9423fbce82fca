using Pooling.JsonExport.Exporting;
using Pooling.JsonExport.Loading;
using Pooling.JsonExport.Serving;

namespace Pooling.JsonExport;

/// <summary>The program, separate from its process.</summary>
internal sealed class JsonExportProgram(TextWriter output, TextWriter error, TextReader input)
{
    /// <summary>Runs a command.</summary>
    /// <param name="arguments">The command line.</param>
    /// <param name="cancellationToken">A token that cancels the command; no file is left then.</param>
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
        Writes 5,000 customers as OData-shaped JSON with several writers, checks that the results are equal, and measures each.

        usage: dotnet run -c Release --project samples/apps/JsonExport -- <command> [options]

        export  writes the customers with each writer in turn and prints a table
          --count <n>          customers, 0 to {ExportOptions.MaxCustomers}; 5000 by default
          --sink <sink>        memory (default), file or null
          --writer <name>,...  {ExportContenders.Names}, or all (default)
          --output <file>      the file of '--sink file', customers.json by default; '-' writes one writer's JSON to standard output
          --rounds <n>         measured rounds, 15 by default; a round is 5 writes
          --json [<file>]      writes the figures as JSON, to standard output or a file

        serve   answers GET /customers/[writer]?count= until Ctrl+C
          --port <n>           5080 by default; 0 selects a free port
          --limit <n>          maximum number of customers per request, 20000 by default
          --until-end-of-input stops at the end of standard input, for use by other programs

        load    sends requests from many clients at once, and prints what they cost the server
          --clients <n>        concurrent clients, 100 by default
          --requests <n>       requests per client, 3 by default
          --count <n>          customers per request, 5000 by default
          --writer <name>,...  as above
          --abort              aborts every third request halfway
          --url <address>      a running server; by default one is started
          --json               writes the figures as JSON to standard output

        check   checks the pooled writers against the serializer

        exit code: 0 success, 1 a check failed, 2 invalid usage or an output that cannot be written, 130 interrupted

        """;
}
