using System.Globalization;

namespace Pooling.JsonExport.Loading;

/// <summary>Puts a server under load and reports the cost.</summary>
internal sealed class LoadCommand(SampleStreams streams)
{
    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the command.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(LoadOptions options, CancellationToken cancellationToken)
    {
        if (options.Url is { } url)
            return await Load(url, options, cancellationToken).ConfigureAwait(false);

        ServerProcess server = StartServer(Math.Max(options.Count, 1));
        await using (server.ConfigureAwait(false))
        {
            var address = new Uri(await server.Listening(cancellationToken).ConfigureAwait(false));
            return await Load(address, options, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Starts a server in a separate process, so that only its allocations are counted.</summary>
    /// <param name="limit">The maximum number of customers in a request.</param>
    public static ServerProcess StartServer(int limit) => ServerProcess.Start(
        static _ => { }, "serve", "--port", "0", "--limit", limit.ToString(CultureInfo.InvariantCulture), "--until-end-of-input");

    private async Task<int> Load(Uri address, LoadOptions options, CancellationToken cancellationToken)
    {
        using HttpClient client = LoadRun.CreateClient(address);
        var rows = new List<LoadRow>();
        try
        {
            using ProgressLine progress = streams.CreateProgress();
            var run = new LoadRun(client, options, cancellationToken);
            foreach (ExportContender contender in options.Writers)
            {
                progress.Report($"loading {contender.Name}", (double)rows.Count / options.Writers.Count);
                rows.Add(await run.Run(contender).ConfigureAwait(false));
            }
        }
        catch (Exception exception) when (exception is HttpRequestException or System.Text.Json.JsonException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            // A server of another program may send any answer, or none.
            throw new UsageException($"no server of this sample answers at {address}: {exception.Message}");
        }

        if (options.Json)
            streams.Output.WriteLine(LoadReport.ToJson(options, rows));
        else
            LoadReport.Write(options, rows, SampleConsole.Create(streams.Output));

        return streams.Judge(rows.Where(static row => !row.Passed).Select(static row => $"{row.Contender.Name}: {row.Errors} errors "
            + $"({row.FirstError}), {row.WritersInUse} writers not returned"));
    }
}
