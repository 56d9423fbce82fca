using WebSockets.Hub;
using WebSockets.Hub.Before;
using WebSockets.Hub.Page;
using WebSockets.Hub.Plain;

namespace WebSockets.App.Hubs;

/// <summary>Runs a hub until it is interrupted, and prints its figures each second.</summary>
internal sealed class HubCommand(SampleStreams streams)
{
    /// <summary>The command that starts the period of the next report.</summary>
    public const string Mark = "mark";

    /// <summary>The command that requests the <see cref="HubFigures"/>.</summary>
    public const string Report = "report";

    /// <summary>The command that requests the <see cref="ProcessSize"/>.</summary>
    public const string Size = "size";

    private readonly ProcessMeter _meter = new();
    private HubReading? _marked;

    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that stops the hub.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(HubCommandOptions options, CancellationToken cancellationToken)
    {
        HubServer hub = await Start(options).ConfigureAwait(false);
        await using (hub.ConfigureAwait(false))
        {
            Announce(hub);
            Action<HubFigures>? each = options.Quiet ? null : static _ => { };
            await Serve(hub, options.Json, options.UntilEndOfInput, each, cancellationToken).ConfigureAwait(false);
        }

        return ExitCode.Success;
    }

    /// <summary>Prints the address of a hub.</summary>
    public void Announce(HubServer hub) => streams.WriteLine($"{ServerProcess.Announcement}{hub.Address}");

    /// <summary>Prints the figures of a hub each second until it is canceled.</summary>
    /// <param name="hub">The hub.</param>
    /// <param name="json">Whether to write JSON lines instead of the table.</param>
    /// <param name="untilEndOfInput">Whether to obey commands from the standard input, and to stop when it ends.</param>
    /// <param name="each">Called with the figures as well; its allocations are not counted. If <see langword="null"/>, no figures are
    /// printed.</param>
    /// <param name="cancellationToken">A token that stops it.</param>
    public async Task Serve(
        HubServer hub, bool json, bool untilEndOfInput, Action<HubFigures>? each, CancellationToken cancellationToken)
    {
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        if (untilEndOfInput)
            _ = Obey(hub, ending);

        if (each is not null)
            await Watch(hub, json, each, ending.Token).ConfigureAwait(false);
        else
            await Task.Delay(Timeout.Infinite, ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private static async Task<HubServer> Start(HubCommandOptions options)
    {
        try
        {
            return await (options.Mode switch
            {
                HubMode.Before => BeforeHub.StartAsync(options.Hub),
                HubMode.Plain => PlainHub.StartAsync(options.Hub),
                _ => HubServer.StartAsync(options.Hub),
            }).ConfigureAwait(false);
        }
        catch (IOException exception)
        {
            throw SampleStreams.CannotListen(options.Hub.Port, exception);
        }
    }

    private Task Watch(HubServer hub, bool json, Action<HubFigures> each, CancellationToken cancellationToken)
    {
        var table = new LiveTable<HubFigures>(streams.WriteLine, SampleConsole.FormatOf(streams.Output, json), HubTable.Columns);
        var report = new LiveReport<HubReading>(_meter, () => Read(hub), (last, now) =>
        {
            HubFigures figures = HubFigures.Between(last, now);
            table.Add(figures);
            each(figures);
        });
        return report.Run(Read(hub), cancellationToken);
    }

    private async Task Obey(HubServer hub, CancellationTokenSource ending)
    {
        _marked = Read(hub);
        var answers = new Dictionary<string, Func<object?>>
        {
            [Mark] = () =>
            {
                _marked = Read(hub);
                return null;
            },
            [Report] = () => HubFigures.Between(_marked, Read(hub)),
            [Size] = ProcessSize.Read,
        };
        await new ControlInput(streams, answers) { Around = _meter.Exclude }.Run().ConfigureAwait(false);
        await ending.CancelAsync().ConfigureAwait(false);
    }

    private HubReading Read(HubServer hub) => new(_meter.Read(), hub.GetStatistics());
}
