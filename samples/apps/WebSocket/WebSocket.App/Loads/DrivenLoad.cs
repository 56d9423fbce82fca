using System.Net.WebSockets;

namespace WebSockets.App.Loads;

/// <summary>A load that another program controls. It starts again with new sockets on each command.</summary>
internal sealed class DrivenLoad(SampleStreams streams, LoadOptions options)
{
    /// <summary>The command that ends the current load and starts another one. The answer lists the faults of the first, one line
    /// each.</summary>
    public const string Again = "again";

    private Load? _load;

    /// <summary>Obeys commands until the input ends.</summary>
    public async Task<int> Run(CancellationToken cancellationToken)
    {
        var answers = new Dictionary<string, Func<object?>>
        {
            [Again] = () => Begin(cancellationToken).GetAwaiter().GetResult(),
        };
        try
        {
            await new ControlInput(streams, answers).Run().WaitAsync(cancellationToken).ConfigureAwait(false);
            return ExitCode.Success;
        }
        finally
        {
            if (_load is { } load)
                await load.DisposeAsync().ConfigureAwait(false);
        }
    }

    private async Task<IReadOnlyList<string>> Begin(CancellationToken cancellationToken)
    {
        var faults = new List<string>();
        try
        {
            if (_load is { } last)
            {
                _load = null;
                await using (last.ConfigureAwait(false))
                    faults.AddRange(await last.End(cancellationToken).ConfigureAwait(false));
            }

            _load = await Load.Start(options.Mode, options.Url, options.Sockets, options.Rate, options.Size, cancellationToken)
                .ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is UsageException or WebSocketException or OperationCanceledException)
        {
            faults.Add(exception.Message);
        }

        return faults;
    }
}
