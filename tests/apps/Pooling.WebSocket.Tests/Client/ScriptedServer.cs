using System.Net.WebSockets;
using WebSockets.Client.Connections;

namespace Pooling.WebSockets.Client;

/// <summary>A server in memory. It provides a socket for each attempt, unless the test specifies otherwise.</summary>
internal sealed class ScriptedServer
{
    private readonly List<ScriptedWebSocket> _sockets = [];

    public ScriptedServer() => Connect = ConnectAsync;

    public WebSocketFactory Connect { get; }

    /// <summary>Gets or sets a function that runs for each attempt, with its number from 0 on. If its task fails, the attempt
    /// fails.</summary>
    public Func<int, CancellationToken, Task> OnAttempt { get; set; } = static (_, _) => Task.CompletedTask;

    /// <summary>Gets or sets a function that creates the sockets.</summary>
    public Func<int, ScriptedWebSocket> Create { get; set; } = static _ => new ScriptedWebSocket();

    public int Attempts { get; private set; }

    public ScriptedWebSocket[] Sockets
    {
        get
        {
            lock (_sockets)
                return [.. _sockets];
        }
    }

    /// <summary>Refuses an attempt, as if no server listened.</summary>
    public static Task Refuse(int attempt, CancellationToken cancellation) =>
        Task.FromException(new WebSocketException($"attempt {attempt} is refused"));

    private async Task<WebSocket> ConnectAsync(Uri uri, CancellationToken cancellation)
    {
        Func<int, CancellationToken, Task> onAttempt = OnAttempt; // once it is counted, a test may replace it
        await onAttempt(Attempts++, cancellation);
        lock (_sockets)
        {
            _sockets.Add(Create(_sockets.Count));
            return _sockets[^1];
        }
    }
}
