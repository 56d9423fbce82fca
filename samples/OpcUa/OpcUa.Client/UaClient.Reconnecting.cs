using System.Net.Sockets;
using OpcUa.Client.Subscriptions;
using OpcUa.Protocol.Encoding;

namespace OpcUa.Client;

/// <content>The life of the connection.</content>
public sealed partial class UaClient
{
    private static readonly TimeSpan s_tick = TimeSpan.FromMilliseconds(200);

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

    /// <summary>Waits for the end of a connection, and looks after it meanwhile.</summary>
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
            // It is being disposed.
        }
    }

    private async Task ReconnectAsync()
    {
        TimeSpan delay = Options.ReconnectDelay;
        while (true)
        {
            await Task.Delay(delay * (0.75 + (Random.Shared.NextDouble() / 2)), _closing.Token).ConfigureAwait(false); // not all at once
            delay = delay * 2 < Options.MaxReconnectDelay ? delay * 2 : Options.MaxReconnectDelay;
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
            session = await OpenSessionAsync(_closing.Token).ConfigureAwait(false);
            foreach (Subscription subscription in _subscriptions)
                await subscription.CreateAsync(session, _closing.Token).ConfigureAwait(false);

            Volatile.Write(ref _session, session);
            session = null;
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
