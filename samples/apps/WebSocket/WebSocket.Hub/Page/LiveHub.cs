using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Page;

/// <summary>A hub with all modes, and a page that shows their cost and chooses the mode of new sockets. Any thread.</summary>
/// <remarks>The choice is for a demonstration. Every visitor who may open the page may choose.</remarks>
public sealed class LiveHub : IAsyncDisposable
{
    private readonly LivePage _page;
    private SwitchedPath? _path;

    private LiveHub(HubOptions options, string about) => _page = new LivePage(options, about, Switch);

    /// <summary>Occurs when the chosen mode has changed. The handler must not block.</summary>
    public event Action<HubMode>? Chosen;

    /// <summary>Gets the hub without its page.</summary>
    public HubServer Server { get; private set; } = null!;

    /// <summary>Gets the number of connected pages.</summary>
    public int Watchers => _page.Feed.Count;

    /// <summary>Gets the statistics of the sockets of pages.</summary>
    internal HubStatistics Page => _page.GetStatistics();

    /// <summary>Starts a hub.</summary>
    /// <param name="options">The options.</param>
    /// <param name="about">The description of the hub and its load, for people.</param>
    /// <exception cref="IOException">The port is in use.</exception>
    public static async Task<LiveHub> StartAsync(HubOptions options, string about)
    {
        ArgumentNullException.ThrowIfNull(options);

        var hub = new LiveHub(options, about);
        try
        {
            hub.Server = await HubServer.StartAsync(
                options with { Other = hub._page.Answer }, context => hub._path = new SwitchedPath(context)).ConfigureAwait(false);
            return hub;
        }
        catch
        {
            hub._page.Dispose();
            throw;
        }
    }

    /// <summary>Sets the mode of new sockets. Existing sockets keep theirs.</summary>
    public void Choose(HubMode mode) => _page.Feed.Choose(mode);

    public HubMode GetChosen() => _page.Feed.Chosen;

    /// <summary>Gets the number of sockets of a mode.</summary>
    public int SocketsOf(HubMode mode) => CountsOf(mode).Sockets;

    /// <summary>Gets the number of messages that a mode has received.</summary>
    public long ReceivedOf(HubMode mode) => CountsOf(mode).Messages;

    /// <summary>Sends a sample to all pages.</summary>
    public void Publish(in LiveSample sample) => _page.Feed.Publish(in sample);

    /// <summary>Closes the pages, and stops the hub.</summary>
    public async ValueTask DisposeAsync()
    {
        _page.End();
        await Server.DisposeAsync().ConfigureAwait(false);
        _page.Dispose();
    }

    private ModeCounts CountsOf(HubMode mode) => _path!.CountsOf(mode);

    private void Switch(HubMode mode)
    {
        _path!.Chosen = mode;
        Chosen?.Invoke(mode);
    }
}
