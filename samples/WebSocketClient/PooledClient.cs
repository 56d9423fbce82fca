using System.Net.WebSockets;
using System.Text.Unicode;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Samples.WebSocketClient;

/// <summary>A WebSocket client that receives into pooled memory, and connects again after it has lost its connection.</summary>
/// <param name="connect">Connects a socket. May set its options before, and may use the connection, for example to log in.</param>
/// <param name="handler">Handles messages, one after the other. A message is valid until the returned task ends; Detach and DetachShared
/// keep it longer. The token is cancelled when the connection must end.</param>
/// <param name="onError">Receives the exceptions of the handler, after which the next message comes, and of connections, after which the
/// client connects again. It should not throw: that ends the connection, or <see cref="RunAsync"/>.</param>
/// <param name="maxQueuedBytes">The limit of <see cref="Queue"/>, in bytes.</param>
/// <param name="pool">The pool that provides the memory; <see langword="null"/> for the shared one.</param>
internal sealed class PooledClient(
    Func<ClientWebSocket, CancellationToken, Task> connect,
    Func<PooledArrayBufferWriter<byte>, WebSocketMessageType, CancellationToken, ValueTask> handler,
    Action<Exception> onError, int maxQueuedBytes = 1 << 20, BufferWriterPool? pool = null) : IAsyncDisposable
{
    private const int FirstRoom = 4096; // the memory that the first part of a message finds, at least

    private readonly CancellationTokenSource _disposing = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private bool _isStarted;

    /// <summary>Gets the messages to send. They wait there while there is no connection.</summary>
    public SendQueue Queue { get; } = new(maxQueuedBytes, pool);

    /// <summary>Gets the maximum length of a received message, in bytes. A longer one ends the connection.</summary>
    public int MaxMessageSize { get; init; } = 1 << 20;

    /// <summary>Gets the maximum time for connecting, and for sending what waits and closing.</summary>
    public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Gets the first wait between two connections. Each one is twice as long, and by chance up to a half shorter.</summary>
    public TimeSpan MinReconnectDelay { get; init; } = TimeSpan.FromMilliseconds(500);

    /// <summary>Gets the longest wait. After a connection that lasted at least as long, the first one comes next.</summary>
    public TimeSpan MaxReconnectDelay { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Gets a function that decides whether to connect again after the server has closed with a status. By
    /// default not after 1008, a policy of the server, and 4000 to 4999, codes of its own such as "auth failed": it
    /// would close again.</summary>
    public Func<WebSocketCloseStatus, bool> ShouldReconnect { get; init; } =
        static status => status != WebSocketCloseStatus.PolicyViolation && (int)status is < 4000 or > 4999;

    /// <summary>Gets the clock for waits and timeouts.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    /// <summary>Connects until the token is cancelled or the client is disposed, then sends what waits, and closes.</summary>
    /// <exception cref="InvalidOperationException">The client was started before, or is disposed.</exception>
    /// <exception cref="ServerClosedException">The server closed with a status after which
    /// <see cref="ShouldReconnect"/> ends the client.</exception>
    public async Task RunAsync(CancellationToken cancellationToken = default)
    {
        if (Interlocked.Exchange(ref _isStarted, true))
            throw new InvalidOperationException("The client was started before, or is disposed.");

        try
        {
            using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, _disposing.Token);
            using CancellationTokenRegistration completing = stop.Token.Register(Queue.Complete);
            for (int failures = 0; !stop.IsCancellationRequested; failures++)
            {
                long start = TimeProvider.GetTimestamp();
                try
                {
                    await ConnectAndServeAsync(stop.Token).ConfigureAwait(false);
                }
                catch (Exception exception)
                {
                    if (!stop.IsCancellationRequested || exception is not OperationCanceledException)
                        onError(exception);

                    bool isFinal = exception is ServerClosedException closed && !ShouldReconnect(closed.Status);
                    if (isFinal && !stop.IsCancellationRequested)
                        throw;
                }

                failures = TimeProvider.GetElapsedTime(start) < MaxReconnectDelay ? failures : 0;
                double longest = MinReconnectDelay.TotalSeconds * Math.Pow(2, Math.Min(failures, 30));
                longest = Math.Min(longest, MaxReconnectDelay.TotalSeconds);
                TimeSpan delay = TimeSpan.FromSeconds(longest * (1 - (Random.Shared.NextDouble() / 2)));
                await Task.Delay(delay, TimeProvider, stop.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
        finally
        {
            Queue.Dispose();
            _ended.TrySetResult();
        }
    }

    /// <summary>Ends the client as the token of <see cref="RunAsync"/> does. Waits at most twice as long as <see cref="HandshakeTimeout"/>,
    /// because a handler may ignore its token.</summary>
    public async ValueTask DisposeAsync()
    {
        await _disposing.CancelAsync().ConfigureAwait(false);
        if (!Interlocked.Exchange(ref _isStarted, true))
        {
            Queue.Dispose();
            _ended.TrySetResult();
        }

        TimeSpan patience = HandshakeTimeout == Timeout.InfiniteTimeSpan ? HandshakeTimeout : HandshakeTimeout * 2;
        await _ended.Task.WaitAsync(patience, TimeProvider).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private async Task ConnectAndServeAsync(CancellationToken stopping)
    {
        using var socket = new ClientWebSocket();
        socket.Options.KeepAliveInterval = socket.Options.KeepAliveTimeout = TimeSpan.FromSeconds(15); // finds peers that are gone
        using var deadline = new CancellationTokenSource(HandshakeTimeout, TimeProvider); // of connecting, then of closing
        using CancellationTokenRegistration abort = deadline.Token.Register(socket.Abort);
        using var connecting = CancellationTokenSource.CreateLinkedTokenSource(stopping, deadline.Token);
        using var stopSending = new CancellationTokenSource();
        Task<WebSocketCloseStatus> receiving = Task.FromResult(WebSocketCloseStatus.Empty);
        Task sending = Task.CompletedTask;
        try
        {
            await connect(socket, connecting.Token).WaitAsync(connecting.Token).ConfigureAwait(false);
            deadline.CancelAfter(Timeout.InfiniteTimeSpan);
            using CancellationTokenRegistration closing = stopping.Register(() => deadline.CancelAfter(HandshakeTimeout));
            receiving = Task.Run(() => ReceiveAllAsync(socket, deadline.Token), CancellationToken.None);
            sending = Task.Run(() => Queue.SendAllAsync(socket, stopSending.Token), CancellationToken.None);
            await Task.WhenAny(receiving, sending).ConfigureAwait(false);
            if (!stopping.IsCancellationRequested)
                deadline.CancelAfter(HandshakeTimeout);

            await stopSending.CancelAsync().ConfigureAwait(false);
            await sending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (sending.IsCompletedSuccessfully && !receiving.IsCompleted) // all is sent; messages that still come are handled
                await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, deadline.Token).ConfigureAwait(false);

            WebSocketCloseStatus status = await receiving.ConfigureAwait(false);
            // Aborted: a send was stuck until the time was up, but the server has said why it closes.
            if (socket is { State: WebSocketState.CloseReceived or WebSocketState.Aborted, CloseStatus: not null })
                await AnswerCloseAsync(socket, deadline.Token).ConfigureAwait(false);
            else if (socket.State == WebSocketState.Open)
                await socket.CloseAsync(status, null, deadline.Token).ConfigureAwait(false);
        }
        catch (Exception exception) when (deadline.IsCancellationRequested && exception is not ServerClosedException)
        {
            throw new TimeoutException($"Connecting or closing took longer than {HandshakeTimeout}.", exception);
        }
        finally
        {
            socket.Abort(); // both loops end before the next connection
            await Task.WhenAll(receiving, sending).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Answers the server, which has closed first, and tells its reason.</summary>
    private static async Task AnswerCloseAsync(WebSocket socket, CancellationToken deadline)
    {
        WebSocketCloseStatus status = socket.CloseStatus ?? WebSocketCloseStatus.Empty;
        var closed = new ServerClosedException(status, socket.CloseStatusDescription);
        try
        {
            await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, null, deadline).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The server does not wait for the answer. What it has said counts.
        }

        throw closed;
    }

    /// <summary>Receives messages until the server closes, or sends one that is refused.</summary>
    /// <returns>The code to close with.</returns>
    private async Task<WebSocketCloseStatus> ReceiveAllAsync(WebSocket socket, CancellationToken deadline)
    {
        while (true)
        {
            using PooledLease<PooledArrayBufferWriter<byte>> lease = PooledArrayBufferWriter.Rent(pool);
            PooledArrayBufferWriter<byte> message = lease.Value;
            ValueWebSocketReceiveResult part;
            int parts = 0;
            do
            {
                Memory<byte> room = message.GetMemory(parts++ == 0 ? FirstRoom : 1);
                part = await socket.ReceiveAsync(room, CancellationToken.None).ConfigureAwait(false); // Abort ends it
                if (part.MessageType == WebSocketMessageType.Close)
                    return WebSocketCloseStatus.NormalClosure;

                message.Advance(part.Count);
                if (message.WrittenCount > MaxMessageSize)
                    return Refuse(WebSocketCloseStatus.MessageTooBig, $"A message has more than {MaxMessageSize} bytes.");
            }
            while (!part.EndOfMessage);

            // The socket itself does not find every invalid text that comes in parts.
            if (parts > 1 && part.MessageType == WebSocketMessageType.Text && !Utf8.IsValid(message.WrittenSpan))
                return Refuse(WebSocketCloseStatus.InvalidPayloadData, "A text is not valid UTF-8.");

            try
            {
                await handler(message, part.MessageType, deadline).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                onError(exception);
            }
        }
    }

    private WebSocketCloseStatus Refuse(WebSocketCloseStatus status, string reason)
    {
        onError(new InvalidDataException(reason));
        return status;
    }
}
