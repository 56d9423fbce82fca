using WebSockets.Hub.Hosting;

namespace WebSockets.Hub.Page;

/// <summary>A hub of all ways, with a page that shows what they cost and chooses the one of new sockets. Any thread.</summary>
/// <remarks>The choice is for a demonstration: whoever may open the page may choose.</remarks>
public sealed class LiveHub : IAsyncDisposable
{
    private readonly LivePage _page;
    private SwitchedPath? _path;

    private LiveHub(HubOptions options, string about) => _page = new LivePage(options, about, Switch);

    /// <summary>What was chosen has changed. The handler must not wait.</summary>
    public event Action<HubMode>? Chosen;

    /// <summary>The hub without its page.</summary>
    public HubServer Server { get; private set; } = null!;

    /// <summary>The pages that are connected.</summary>
    public int Watchers => _page.Feed.Count;

    /// <summary>The pages that are connected, and what was rented for them.</summary>
    internal HubStatistics Page => _page.GetStatistics();

    /// <summary>Starts a hub.</summary>
    /// <param name="options">How it is set up.</param>
    /// <param name="about">What it runs on, and what loads it, for people.</param>
    /// <exception cref="IOException">The port is taken.</exception>
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

    /// <summary>Lets sockets from now on be of that way; those that there are stay as they are.</summary>
    public void Choose(HubMode mode) => _page.Feed.Choose(mode);

    public HubMode GetChosen() => _page.Feed.Chosen;

    /// <summary>The sockets of a way.</summary>
    public int SocketsOf(HubMode mode) => CountsOf(mode).Sockets;

    /// <summary>The messages that a way has received.</summary>
    public long ReceivedOf(HubMode mode) => CountsOf(mode).Messages;

    /// <summary>Tells all pages of a second.</summary>
    public void Publish(in LiveSample sample) => _page.Feed.Publish(in sample);

    /// <summary>Closes the pages, and ends the hub.</summary>
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
