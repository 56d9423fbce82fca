using System.Diagnostics.CodeAnalysis;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Services;
using OpcUa.Protocol.Transport;

namespace OpcUa.Client.Connections;

/// <content>Pending requests by number, since responses arrive in any order.</content>
public sealed partial class ClientChannel
{
    // Applies even if the server grants less time, so that the token is not renewed on each tick.
    private static readonly TimeSpan s_minLifetime = TimeSpan.FromSeconds(1);

    private readonly Lock _pendingLock = new();
    private readonly Dictionary<uint, IPendingRequest> _pending = [];
    private readonly List<KeyValuePair<uint, IPendingRequest>> _expired = []; // used by the timer only
    private bool _isEnded;

    /// <summary>Gets the number of pending requests.</summary>
    public int PendingCount
    {
        get
        {
            lock (_pendingLock)
                return _pending.Count;
        }
    }

    /// <summary>Calls a service.</summary>
    /// <exception cref="ServiceException">The server refused the request, did not respond in time, or the connection was
    /// closed.</exception>
    /// <exception cref="Protocol.Encoding.DecodingException">The response is malformed.</exception>
    public async Task<TResponse> CallAsync<TResponse>(IServiceRequest request, CancellationToken cancellation = default)
        where TResponse : class, IServiceResponse, new()
    {
        cancellation.ThrowIfCancellationRequested();
        var call = new PendingCall<TResponse>(_options.Decoding, DeadlineOf(_options.RequestTimeout));
        uint id = Send(request, call, _options.RequestTimeout);
        await using (cancellation.UnsafeRegister(_ => Cancel(id, call, cancellation), null).ConfigureAwait(false))
            return await call.Task.ConfigureAwait(false);
    }

    internal static long DeadlineOf(TimeSpan timeout) => Environment.TickCount64 + (long)timeout.TotalMilliseconds;

    /// <summary>Sends a request. Unless this method throws, the outcome is reported to <paramref name="pending"/>.</summary>
    /// <returns>The number of the request.</returns>
    /// <exception cref="ServiceException">The connection is closed, cannot send more now, or the request is too long.</exception>
    internal uint Send(IServiceRequest request, IPendingRequest pending, TimeSpan timeout)
    {
        uint id = _connection.NextRequestId();
        request.Header.RequestHandle = id;
        request.Header.Timestamp = DateTime.UtcNow;
        request.Header.TimeoutHint = (uint)Math.Min(timeout.TotalMilliseconds, uint.MaxValue);
        MessageWriter? message = null;
        bool isPending = false;
        try
        {
            message = _connection.BeginMessage(id);
            message.Encoder.WriteMessage(request);
            lock (_pendingLock)
            {
                if (_isEnded)
                    throw new TransportException(StatusCodes.BadConnectionClosed, "The connection is closed.");

                _pending.Add(id, pending); // before it is sent, since the response may arrive at once
                isPending = true;
            }

            MessageWriter sent = message;
            if (_connection.TrySend(sent))
                return id;

            message = null; // the connection returned it
            throw new TransportException(
                _connection.IsClosed ? StatusCodes.BadConnectionClosed : StatusCodes.BadTcpNotEnoughResources,
                "The connection cannot send more requests now.");
        }
        catch (Exception exception)
        {
            message?.Dispose();
            if (isPending && !TryTakePending(id, out _))
                return id; // it was notified that the connection is closed

            if (exception is TransportException { Status: var status })
                throw new ServiceException(status, exception.Message);

            throw;
        }
    }

    private bool TryTakePending(uint id, [NotNullWhen(true)] out IPendingRequest? request)
    {
        lock (_pendingLock)
            return _pending.Remove(id, out request);
    }

    private void Cancel<TResponse>(uint id, PendingCall<TResponse> call, CancellationToken cancellation)
        where TResponse : class, IServiceResponse, new()
    {
        TryTakePending(id, out _); // a late response is ignored
        call.Cancel(cancellation);
    }

    private void FailExpired(long now)
    {
        lock (_pendingLock)
        {
            foreach (KeyValuePair<uint, IPendingRequest> pending in _pending)
            {
                if (now > pending.Value.Deadline)
                    _expired.Add(pending);
            }

            foreach (KeyValuePair<uint, IPendingRequest> expired in _expired)
                _pending.Remove(expired.Key);
        }

        foreach (KeyValuePair<uint, IPendingRequest> expired in _expired)
            expired.Value.OnFailed(StatusCodes.BadTimeout, "The server did not respond in time.");

        _expired.Clear();
    }

    private void FailPending(StatusCode status, string reason)
    {
        IPendingRequest[] failed;
        lock (_pendingLock)
        {
            _isEnded = true;
            failed = [.. _pending.Values];
            _pending.Clear();
        }

        foreach (IPendingRequest request in failed)
            request.OnFailed(status, reason);
    }
}
