using WebSockets.Hub;
using WebSockets.Hub.Before;
using WebSockets.Hub.Page;
using WebSockets.Hub.Plain;

namespace WebSockets.App.Hubs;

/// <summary>Serves a hub until it is interrupted, and tells each second what it did.</summary>
internal sealed class HubCommand(SampleStreams streams)
{
    /// <summary>What a hub is asked first: what comes after it is what the report is about.</summary>
    public const string Mark = "mark";

    /// <summary>Asks a hub for <see cref="HubFigures"/>.</summary>
    public const string Report = "report";

    /// <summary>Asks a hub for its <see cref="ProcessSize"/>.</summary>
    public const string Size = "size";

    private readonly ProcessMeter _meter = new();
    private HubReading? _marked;

    /// <summary>Runs the command.</summary>
    /// <param name="options">What is wanted.</param>
    /// <param name="cancellationToken">Ends it, as it is meant to end.</param>
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

    /// <summary>Says where a hub listens.</summary>
    public void Announce(HubServer hub) => streams.WriteLine($"{ServerProcess.Announcement}{hub.Address}");

    /// <summary>Tells each second what a hub did, until it is to end.</summary>
    /// <param name="hub">The hub.</param>
    /// <param name="json">Whether to write JSON in place of the table.</param>
    /// <param name="untilEndOfInput">Whether to obey the standard input, and to end with it.</param>
    /// <param name="each">Is told, too; what it allocates is not counted. With <see langword="null"/> nothing is told.</param>
    /// <param name="cancellationToken">Ends it.</param>
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
