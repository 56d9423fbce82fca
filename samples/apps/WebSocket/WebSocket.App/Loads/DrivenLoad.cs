using System.Net.WebSockets;

namespace WebSockets.App.Loads;

/// <summary>A load for a program that starts it: with new sockets each time that it is told to.</summary>
internal sealed class DrivenLoad(SampleStreams streams, LoadOptions options)
{
    /// <summary>Ends the load that there is, and begins another one; the answer says what was wrong with the first, a line each.</summary>
    public const string Again = "again";

    private Load? _load;

    /// <summary>Obeys until the input ends.</summary>
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
