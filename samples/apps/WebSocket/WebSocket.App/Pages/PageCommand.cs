using System.Globalization;
using System.Runtime.InteropServices;
using WebSockets.App.Hubs;
using WebSockets.Hub.Hosting;
using WebSockets.Hub.Page;

namespace WebSockets.App.Pages;

/// <summary>Runs a hub with a page that shows the cost of each mode, and loads it.</summary>
internal sealed class PageCommand(SampleStreams streams)
{
    private const double Alone = 0.99; // the share of a second's messages from which the second counts for a mode

    private static readonly HubMode[] s_modes = Enum.GetValues<HubMode>();

    private PageLoad? _load;
    private readonly long[] _received = new long[s_modes.Length]; // by mode, until the previous second
    private HubMode _chosen;

    /// <summary>Runs the command.</summary>
    /// <param name="options">The options.</param>
    /// <param name="cancellationToken">A token that stops it.</param>
    /// <returns>One of <see cref="ExitCode"/>.</returns>
    public async Task<int> Run(PageOptions options, CancellationToken cancellationToken)
    {
        LiveHub hub = await Start(options).ConfigureAwait(false);
        await using (hub.ConfigureAwait(false))
        {
            hub.Choose(options.Mode);
            hub.Chosen += _ => _load?.MoveSoon();
            var command = new HubCommand(streams);
            command.Announce(hub.Server);
            var page = new UriBuilder(hub.Server.Address) { Scheme = "http" };
            streams.WriteLine($"live page: {page.Uri}");
            _load = options.Sockets == 0 ? null : new PageLoad(options, hub.Server.Address, streams);
            try
            {
                await command.Serve(hub.Server, options.Json, options.UntilEndOfInput, figures => Publish(hub, figures), cancellationToken)
                    .ConfigureAwait(false);
            }
            finally
            {
                if (_load is not null)
                    await _load.DisposeAsync().ConfigureAwait(false);
            }
        }

        return ExitCode.Success;
    }

    private static async Task<LiveHub> Start(PageOptions options)
    {
        try
        {
            return await LiveHub.StartAsync(new HubOptions { Port = options.Port }, About(options)).ConfigureAwait(false);
        }
        catch (IOException exception)
        {
            throw SampleStreams.CannotListen(options.Port, exception);
        }
    }

    private static string About(PageOptions options)
    {
        string machine = $"{RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} processors";
        return options.Sockets == 0
            ? machine
            : string.Create(CultureInfo.InvariantCulture, $"{options.Sockets:N0} sockets of a client in a separate process "
                + $"send {options.Rate:N0} texts of {options.Size:N0} B per second, and receive them back. {machine}.");
    }

    private void Publish(LiveHub hub, HubFigures figures)
    {
        double seconds = figures.Process.Seconds;
        hub.Publish(new LiveSample
        {
            Time = DateTimeOffset.UtcNow,
            By = TakeServing(hub),
            MegabytesPerSecond = figures.Process.AllocatedMegabytesPerSecond,
            Gen0PerSecond = figures.Process.Gen0 / seconds,
            PauseMilliseconds = figures.Process.PauseMilliseconds,
            ReceivedPerSecond = figures.Received / seconds,
            SentPerSecond = figures.Sent / seconds,
            BytesPerMessage = figures.BytesPerMessage,
            MicrosecondsPerMessage = figures.MicrosecondsPerMessage,
            RoundTripP99Milliseconds = _load?.RoundTripP99,
            BeforeSockets = hub.SocketsOf(HubMode.Before),
            PlainSockets = hub.SocketsOf(HubMode.Plain),
            PooledSockets = hub.SocketsOf(HubMode.Pooled),
        });
    }

    /// <summary>Returns the mode that handled the messages of the last second; <see langword="null"/> if there were several.</summary>
    private HubMode? TakeServing(LiveHub hub)
    {
        long[] received = [.. s_modes.Select(mode => hub.ReceivedOf(mode) - _received[(int)mode])];
        HubMode chosen = hub.GetChosen();
        bool moved = _load?.TakeMoved() == true || chosen != _chosen;
        _load?.Look(hub.SocketsOf(chosen));
        _chosen = chosen;
        for (int mode = 0; mode < received.Length; mode++)
            _received[mode] += received[mode];

        if (moved)
            return null;

        long all = received.Sum();
        int own = Array.FindIndex(received, count => count >= all * Alone);
        return all == 0 ? chosen : own < 0 ? null : (HubMode)own;
    }
}
