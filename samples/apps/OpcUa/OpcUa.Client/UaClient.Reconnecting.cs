using System.Net.Sockets;
using OpcUa.Client.Connections;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services.Subscriptions;

namespace OpcUa.Client;

/// <content>The lifetime of the connection.</content>
public sealed partial class UaClient
{
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(200);

    private readonly List<uint> _leftBehind = []; // subscriptions that were deleted while there was no connection
    private ClientSession? _lost; // the session of the last attempt to reconnect, which failed before it was complete

    private async Task RunAsync()
    {
        while (!_closing.IsCancellationRequested)
        {
            await WatchAsync(_session!).ConfigureAwait(false);
            if (_closing.IsCancellationRequested)
                break;

            LastError = new ServiceException(_session!.Channel.CloseStatus, _session.Channel.CloseReason ?? "The connection was lost.");
            if (!Options.Reconnects)
                break;

            Enter(ClientState.Reconnecting);
            try
            {
                await ReconnectAsync().ConfigureAwait(false);
            }
            catch (OperationCanceledException)
            {
                break; // it is being disposed
            }

            Reconnections++;
            Enter(ClientState.Connected);
        }

        Enter(ClientState.Closed);
    }

    /// <summary>Waits until a connection is closed, and checks it regularly until then.</summary>
    private async Task WatchAsync(ClientSession session)
    {
        using var timer = new PeriodicTimer(s_tick);
        _ = session.Channel.Completion.ContinueWith(
            static (_, state) => ((PeriodicTimer)state!).Dispose(), timer, CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        try
        {
            while (await timer.WaitForNextTickAsync(_closing.Token).ConfigureAwait(false))
                session.Tick();
        }
        catch (OperationCanceledException)
        {
            // The client is being disposed.
        }
    }

    private async Task ReconnectAsync()
    {
        var backoff = new Backoff(Options);
        while (true)
        {
            await Task.Delay(backoff.Next(), _closing.Token).ConfigureAwait(false);
            try
            {
                await RenewSessionAsync().ConfigureAwait(false);
                return;
            }
            catch (Exception exception) when (exception is ServiceException or SocketException or DecodingException)
            {
                LastError = exception;
            }
        }
    }

    private async Task RenewSessionAsync()
    {
        await _changing.WaitAsync(_closing.Token).ConfigureAwait(false);
        ClientSession? session = null;
        try
        {
            ClientSession lost = _lost ?? _session!;
            session = await OpenSessionAsync(lost, _closing.Token).ConfigureAwait(false);
            _lost = session; // in case this connection is lost, too
            if (_leftBehind.Count > 0)
            {
                var request = new DeleteSubscriptionsRequest { SubscriptionIds = [.. _leftBehind] };
                _leftBehind.Clear(); // regardless of the outcome
                if (session.IsSameAs(lost))
                    await session.CallAsync<DeleteSubscriptionsResponse>(request, _closing.Token).ConfigureAwait(false);
            }

            foreach (Subscription subscription in _subscriptions)
            {
                if (!await subscription.TryResumeAsync(session, _closing.Token).ConfigureAwait(false))
                    await subscription.CreateAsync(session, _closing.Token).ConfigureAwait(false);
            }

            Volatile.Write(ref _session, session);
            session = _lost = null;
        }
        finally
        {
            _changing.Release();
            if (session is not null)
                await session.DisposeAsync().ConfigureAwait(false);
        }
    }

    private void Enter(ClientState state)
    {
        State = state;
        StateChanged?.Invoke(this, state);
    }
}
