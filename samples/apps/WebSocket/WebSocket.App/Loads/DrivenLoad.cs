using System.Globalization;
using System.Net.WebSockets;

namespace WebSockets.App.Loads;

/// <summary>A load that another program controls. It starts again with new sockets on each command.</summary>
internal sealed class DrivenLoad(SampleStreams streams, LoadOptions options)
{
    /// <summary>The command that ends the current load and starts another one. The answer lists the faults of the first, one line
    /// each.</summary>
    public const string Again = "again";

    /// <summary>The first word of the line that is written each second, before the milliseconds that 99 % of the messages of the last
    /// second took at most, there and back.</summary>
    public const string RoundTrip = "p99";

    private volatile Load? _load;

    /// <summary>Obeys commands until the input ends.</summary>
    public async Task<int> Run(CancellationToken cancellationToken)
    {
        var answers = new Dictionary<string, Func<object?>>
        {
            [Again] = () => Begin(cancellationToken).GetAwaiter().GetResult(),
        };
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task reporting = Report(ending.Token);
        try
        {
            await new ControlInput(streams, answers).Run().WaitAsync(cancellationToken).ConfigureAwait(false);
            return ExitCode.Success;
        }
        finally
        {
            await ending.CancelAsync().ConfigureAwait(false);
            await reporting.ConfigureAwait(false);
            if (_load is { } load)
                await load.DisposeAsync().ConfigureAwait(false);
        }
    }

    /// <summary>Reports the round trips of each second in which one load ran.</summary>
    private Task Report(CancellationToken cancellationToken)
    {
        Load? lastLoad = null;
        int[] last = [];
        return EachSecond.Run(
            () =>
            {
                Load? load = _load;
                int[] now = load?.Latencies ?? [];
                if (load is not null && load == lastLoad)
                {
                    double p99 = LatencyHistogram.Quantile(LatencyHistogram.Between(last, now), 0.99);
                    streams.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{RoundTrip} {p99:0.000}"));
                }

                (lastLoad, last) = (load, now);
                return true;
            },
            cancellationToken);
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
