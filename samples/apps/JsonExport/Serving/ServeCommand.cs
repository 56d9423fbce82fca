namespace Pooling.JsonExport.Serving;

/// <summary>Serves customers until it is interrupted.</summary>
internal sealed class ServeCommand(SampleStreams streams)
{
    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that stops the server.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(ServeOptions options, CancellationToken cancellationToken)
    {
        ExportServer server;
        try
        {
            server = await ExportServer.Start(options).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is IOException or System.Net.Sockets.SocketException)
        {
            throw SampleStreams.CannotListen(options.Port, exception);
        }

        await using (server.ConfigureAwait(false))
        {
            streams.WriteLine($"{ServerProcess.Announcement}{server.Address}");
            streams.WriteLine($"GET /customers/{{writer}}?count=0 to {options.Limit}; writers: {ExportContenders.Names}");
            streams.WriteLine("GET /statistics shows the server's statistics; press Ctrl+C to stop");
            Task end = options.UntilEndOfInput
                ? new ControlInput(streams, new Dictionary<string, Func<object?>>()).Run()
                : Task.Delay(Timeout.Infinite, cancellationToken);
            await end.WaitAsync(cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        return ExitCode.Success;
    }
}
