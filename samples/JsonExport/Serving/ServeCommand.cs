using System.Globalization;

namespace Pooling.JsonExport.Serving;

/// <summary>Serves customers until it is interrupted.</summary>
internal sealed class ServeCommand(TextWriter output, TextReader input)
{
    /// <summary>What stands before the address in the line that says where the server listens.</summary>
    public const string Announcement = "listening on ";

    /// <summary>Runs the command.</summary>
    /// <param name="options">What is wanted.</param>
    /// <param name="cancellationToken">Ends it, as it is meant to end.</param>
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
            throw new UsageException(string.Create(CultureInfo.InvariantCulture,
                $"cannot listen on port {options.Port}: {exception.Message}"));
        }

        await using (server.ConfigureAwait(false))
        {
            output.WriteLine($"{Announcement}{server.Address}");
            output.WriteLine($"GET /customers/{{writer}}?count=0 to {options.Limit}; writers: {ExportContenders.Names}");
            output.WriteLine("GET /statistics tells what the server did; Ctrl+C ends it");
            output.Flush();
            if (options.UntilEndOfInput)
            {
                await WaitForEndOfInput().WaitAsync(cancellationToken).ContinueWith(static _ => { }, TaskScheduler.Default)
                    .ConfigureAwait(false);
            }
            else
            {
                await Task.Delay(Timeout.Infinite, cancellationToken).ContinueWith(static _ => { }, TaskScheduler.Default)
                    .ConfigureAwait(false);
            }
        }

        return ExitCode.Success;
    }

    private Task WaitForEndOfInput() => Task.Run(() =>
    {
        while (input.ReadLine() is not null)
        {
        }
    });
}
