using System.Net.WebSockets;
using WebSockets.Client;
using WebSockets.Client.After;
using WebSockets.Client.Connections;

namespace WebSockets.App.Echoing;

/// <summary>Tests the client with a server of valid and invalid cases. Requests each case over a separate connection, and sends every
/// received message back.</summary>
internal sealed class EchoCommand(SampleStreams streams)
{
    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that cancels the command.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(EchoCommandOptions options, CancellationToken cancellationToken)
    {
        ThreadPool.SetMinThreads(options.Parallel * 3, options.Parallel); // handlers block threads of the pool until their message is sent
        var parallel = new ParallelOptions { MaxDegreeOfParallelism = options.Parallel, CancellationToken = cancellationToken };
        try
        {
            await Parallel.ForEachAsync(Enumerable.Range(1, options.Cases), parallel, (number, token) => Echo(number, options, token))
                .ConfigureAwait(false);
        }
        catch (WebSocketException exception)
        {
            streams.WriteError(exception.Message);
            return ExitCode.Failure;
        }

        return ExitCode.Success;
    }

    private static async ValueTask Echo(int number, EchoCommandOptions options, CancellationToken cancellationToken)
    {
        var handler = new EchoHandler();
        var client = new ReconnectingWebSocketClient(options.UrlOf(number), handler, new ReconnectingClientOptions
        {
            MaxMessageSize = options.MaxMessage,
            Deflate = options.Deflate ? new WebSocketDeflateOptions() : null,
            Outbox = new OutboxOptions { Capacity = null, MaxMessageSize = options.MaxMessage },
            Connection = new ConnectionOptions { ShouldReconnect = static _ => false },
        });
        await using (client.ConfigureAwait(false))
        {
            var ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            handler.Outbox = client.Outbox;
            client.Disconnected += _ => ended.TrySetResult();
            await client.StartAsync(cancellationToken).ConfigureAwait(false);
            await ended.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }
}
