using System.Net.WebSockets;
using System.Text;

namespace WebSockets.Client.Connections;

/// <summary>Runs the life cycle of a client: connects, transfers messages, and connects again. One loop handles all connections, one after
/// the other.</summary>
/// <remarks>
/// <para>Thread safety: any thread. Only the loop raises events and changes the state, in this order:</para>
/// <code>
/// Idle -> (Connecting -> (Connected -> | failed ->) Waiting ->)* Closed
/// </code>
/// <para>Invariants: each <see cref="Connected"/> is followed by one <see cref="Disconnected"/>, and by nothing else of that connection
/// after it. At most one socket exists. <c>Closed</c> is final: nothing is raised, received or sent, and every accepted message has been
/// sent or is lost.</para>
/// <para>Two requests from other threads end it, each only once: <c>_closing</c> (no more attempts; waiting messages are still sent) and
/// <c>_ending</c> (waiting messages are not sent). Both are canceled before any thread waits for the loop, so the loop cannot wait for
/// either of them any more.</para>
/// </remarks>
internal sealed partial class ConnectionLoop(
    Uri uri, WebSocketFactory connect, IMessageReceiver receiver, IOutbox outbox, ConnectionOptions options) : IAsyncDisposable
{
    private const int MaxDescription = 123; // bytes, because a close frame has at most 125

    private readonly Lock _lock = new(); // for start and end
    private readonly CancellationTokenSource _closing = new();
    private readonly CancellationTokenSource _ending = new();
    private readonly TaskCompletionSource _connected = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Backoff _backoff = new(options);
    private WebSocketCloseStatus _closeStatus = WebSocketCloseStatus.NormalClosure;
    private string? _closeDescription;
    private bool _isClosing;
    private bool _retriesFirst = true;
    private Exception? _connectError; // of the last attempt
    private Task? _running;
    private ITimer? _patience; // until _ending, once the client is being closed
    private volatile int _state;
    private long _eventFaults;
    private long _connections;

    /// <summary>Occurs when a connection is established.</summary>
    public event Action? Connected;

    /// <summary>Occurs when the connection has ended.</summary>
    public event Action<Disconnection>? Disconnected;

    /// <summary>Occurs when an attempt to connect has failed.</summary>
    public event Action<Disconnection>? ConnectFailed;

    public ClientState State => (ClientState)_state;

    /// <summary>Gets the number of connections so far.</summary>
    public long Connections => Interlocked.Read(ref _connections);

    /// <summary>Gets the number of exceptions of event handlers.</summary>
    public long EventFaults => Interlocked.Read(ref _eventFaults);

    /// <summary>Starts the loop, and waits for the first connection.</summary>
    /// <param name="retriesFirst">Whether to try again if the first attempt fails.</param>
    /// <param name="cancellation">A token that cancels the wait.</param>
    /// <exception cref="InvalidOperationException">The loop was started before.</exception>
    /// <exception cref="ObjectDisposedException">The loop has ended.</exception>
    /// <exception cref="WebSocketException">The loop ended without a connection.</exception>
    public Task StartAsync(bool retriesFirst, CancellationToken cancellation)
    {
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_closing.IsCancellationRequested, this);
            if (_running is not null)
                throw new InvalidOperationException("The client was already started.");

            _retriesFirst = retriesFirst;
            _running = Task.Run(RunAsync, CancellationToken.None);
        }

        return _connected.Task.WaitAsync(cancellation);
    }

    /// <summary>Stops accepting messages, sends those that wait, closes the connection, and ends the loop.</summary>
    /// <exception cref="ArgumentException">The description has more than 123 bytes.</exception>
    public Task CloseAsync(WebSocketCloseStatus status, string? description, CancellationToken cancellation)
    {
        if (description is not null && Encoding.UTF8.GetByteCount(description) > MaxDescription)
            throw new ArgumentException($"The description is longer than {MaxDescription} bytes.", nameof(description));

        lock (_lock)
        {
            if (!_isClosing && !_closing.IsCancellationRequested && State != ClientState.Closed)
            {
                _isClosing = true; // the first call determines the code
                _closeStatus = status;
                _closeDescription = description;
                _patience = options.TimeProvider.CreateTimer(
                    static ending => ((CancellationTokenSource)ending!).Cancel(), _ending, options.CloseTimeout, Timeout.InfiniteTimeSpan);
            }
        }

        return End().WaitAsync(cancellation);
    }

    /// <summary>Closes the connection without waiting until all messages are sent, and ends the loop.</summary>
    public ValueTask DisposeAsync()
    {
        Task ended = End();
        _ending.Cancel();
        return new ValueTask(ended);
    }

    private Task End()
    {
        outbox.Complete();
        _closing.Cancel();
        lock (_lock)
        {
            if (_running is not null)
                return _running;

            Finish(); // the loop was never started
            return _running = Task.CompletedTask;
        }
    }

    private async Task RunAsync()
    {
        while (!_closing.IsCancellationRequested)
        {
            Enter(ClientState.Connecting);
            (Disconnection why, TimeSpan lasted) = await ConnectOnceAsync().ConfigureAwait(false);
            if (!why.WillReconnect)
                break;

            Enter(ClientState.Waiting);
            Task delay = Task.Delay(_backoff.Next(lasted, why.RetryAfter), options.TimeProvider, _closing.Token);
            await delay.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }

        Finish();
    }

    /// <summary>Connects, and serves the connection until it ends.</summary>
    private async Task<(Disconnection Why, TimeSpan Lasted)> ConnectOnceAsync()
    {
        (WebSocket? socket, Disconnection why) = await TryConnectAsync().ConfigureAwait(false);
        if (socket is null)
        {
            why = GiveUp(Decide(why), UnsentMessages.Keep);
            if (why.Reason != DisconnectReason.ClosedByUser)
                Raise(ConnectFailed, why);

            return (why, TimeSpan.Zero);
        }

        long since = options.TimeProvider.GetTimestamp();
        using (socket)
        {
            Enter(ClientState.Connected);
            Interlocked.Increment(ref _connections);
            _connected.TrySetResult();
            Raise(static (connected, _) => ((Action)connected)(), Connected, why);
            why = GiveUp(Decide(await ServeAsync(socket).ConfigureAwait(false)), options.Unsent);
        }

        Raise(Disconnected, why);
        return (why, options.TimeProvider.GetElapsedTime(since));
    }

    private async Task<(WebSocket? Socket, Disconnection Why)> TryConnectAsync()
    {
        using var timeout = new CancellationTokenSource(options.ConnectTimeout, options.TimeProvider);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, _closing.Token);
        Task<WebSocket>? connecting = null;
        try
        {
            connecting = connect(uri, either.Token);
            return (await connecting.WaitAsync(either.Token).ConfigureAwait(false), new Disconnection(DisconnectReason.Lost));
        }
        catch (Exception exception)
        {
            // A socket that is connected too late is disposed.
            _ = connecting is null ? Task.CompletedTask : DisposeLateAsync(connecting);
            DisconnectReason reason = _closing.IsCancellationRequested ? DisconnectReason.ClosedByUser
                : timeout.IsCancellationRequested ? DisconnectReason.ConnectTimedOut
                : DisconnectReason.ConnectFailed;
            _connectError = exception;
            TimeSpan? retryAfter = (exception as ConnectRefusedException)?.RetryAfter;
            return (null, new Disconnection(reason, Error: exception, RetryAfter: retryAfter));
        }
    }

    private static async Task DisposeLateAsync(Task<WebSocket> connecting)
    {
        await ((Task)connecting).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (connecting.IsCompletedSuccessfully)
            (await connecting.ConfigureAwait(false)).Dispose();
    }

    private Disconnection Decide(Disconnection why)
    {
        try
        {
            bool wanted = !_closing.IsCancellationRequested && why.Reason != DisconnectReason.ClosedByUser
                && (_retriesFirst || Connections > 0);
            return why with { WillReconnect = wanted && options.ShouldReconnect?.Invoke(why) != false };
        }
        catch (Exception)
        {
            Interlocked.Increment(ref _eventFaults);
            return why with { WillReconnect = true };
        }
    }

    /// <summary>Gives up the waiting messages, if they are not kept. Called before the event, which reports their number.</summary>
    private Disconnection GiveUp(Disconnection why, UnsentMessages unsent)
    {
        if (!why.WillReconnect)
            outbox.Complete(); // later messages would not be sent either

        return why.WillReconnect && unsent == UnsentMessages.Keep ? why : why with { Lost = outbox.LoseWaiting() };
    }

    private void Finish()
    {
        outbox.Dispose();
        lock (_lock) // no other thread sets one afterwards
        {
            _patience?.Dispose();
            Enter(ClientState.Closed);
        }

        if (_connected.TrySetException(new WebSocketException("The client ended before it was connected.", _connectError)))
            _ = _connected.Task.Exception; // so that it may remain unobserved
    }

    private void Enter(ClientState state) => _state = (int)state;

    private void Raise(Action<Disconnection>? raised, Disconnection why) =>
        Raise(static (raised, why) => ((Action<Disconnection>)raised)(why), raised, why);

    private void Raise(Action<Delegate, Disconnection> call, Delegate? raised, Disconnection why)
    {
        foreach (Delegate handler in raised?.GetInvocationList() ?? [])
        {
            try
            {
                call(handler, why);
            }
            catch (Exception)
            {
                Interlocked.Increment(ref _eventFaults); // an exception of one handler does not affect the others
            }
        }
    }
}
