namespace Pooling.JsonExport.Loading;

/// <summary>Puts a server under load and tells what that cost it.</summary>
internal sealed class LoadCommand(TextWriter output, TextWriter error)
{
    /// <summary>Runs the command.</summary>
    /// <param name="options">What is wanted.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(LoadOptions options, CancellationToken cancellationToken)
    {
        using ServerProcess? server = options.Url is null ? ServerProcess.Start(Math.Max(options.Count, 1)) : null;
        Uri address = options.Url ?? server!.Address;
        using HttpClient client = LoadRun.CreateClient(address);
        var rows = new List<LoadRow>();
        try
        {
            using var progress = new ProgressLine(error, live: !Console.IsErrorRedirected);
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
            // A server of another program may answer with anything, or never.
            throw new UsageException($"no server of this sample answers at {address}: {exception.Message}");
        }

        if (options.Json)
            output.WriteLine(LoadReport.ToJson(options, rows));
        else
            LoadReport.Write(options, rows, SampleConsole.Create(output));

        foreach (LoadRow row in rows.Where(static row => !row.Passed))
        {
            error.WriteLine($"json-export: check failed: {row.Contender.Name}: {row.Errors} errors ({row.FirstError}), "
                + $"{row.WritersInUse} writers not returned");
        }

        return rows.TrueForAll(static row => row.Passed) ? ExitCode.Success : ExitCode.Failure;
    }
}
