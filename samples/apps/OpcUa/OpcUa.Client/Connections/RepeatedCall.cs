using System.Threading.Tasks.Sources;
using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;
using Pooling.Encodeables;

namespace OpcUa.Client.Connections;

/// <summary>A call that is reused for one request at a time. Nothing is allocated for waiting, and arrays of values in a response belong to
/// the scope of the call.</summary>
/// <remarks>States: idle, pending, done (the response was read, but not observed yet), ended. The caller owns it while it is idle or done;
/// the receive loop owns it while it is pending, and leaves that state once. The side that changes another state to ended, or that finds it
/// ended after it has read the response, ends the scope.</remarks>
internal sealed class RepeatedCall(IResponseReader reader, DecodingLimits limits) : IPendingRequest, IValueTaskSource, IDisposable
{
    private const int Idle = 0;
    private const int UnderWay = 1;
    private const int Done = 2;
    private const int Ended = 3;

    private ManualResetValueTaskSourceCore<bool> _source = new() { RunContinuationsAsynchronously = true };
    private PooledScope _scope;
    private uint _responseType;
    private long _deadline;
    private int _state;

    public long Deadline => Volatile.Read(ref _deadline);

    /// <summary>Sends a request, and waits until its response has been read.</summary>
    /// <param name="session">The session to send it on.</param>
    /// <param name="request">The request; it is encoded before the call returns.</param>
    /// <param name="responseType">The type of its response.</param>
    /// <param name="timeout">The time to wait for the response.</param>
    /// <exception cref="InvalidOperationException">The previous call has not completed.</exception>
    /// <exception cref="ObjectDisposedException">The call was disposed.</exception>
    /// <exception cref="ServiceException">The server refused the request, did not respond in time, or is not connected.</exception>
    /// <exception cref="DecodingException">The response is malformed.</exception>
    public ValueTask CallAsync(ClientSession session, IServiceRequest request, uint responseType, TimeSpan timeout)
    {
        int state = Interlocked.CompareExchange(ref _state, UnderWay, Idle);
        ObjectDisposedException.ThrowIf(state == Ended, this);
        if (state != Idle)
            throw new InvalidOperationException("The previous call has not completed or was not awaited.");

        _source.Reset();
        _scope.Dispose(); // the arrays of the last response
        _scope = PooledScope.Begin();
        _responseType = responseType;
        Volatile.Write(ref _deadline, ClientChannel.DeadlineOf(timeout));
        try
        {
            session.Send(request, this, timeout);
        }
        catch
        {
            Leave(to: Idle);
            throw;
        }

        return new ValueTask(this, _source.Version);
    }

    public void OnResponse(ReadOnlySpan<byte> body)
    {
        try
        {
            var decoder = new BinaryDecoder(body, _scope, limits);
            StatusCode status = ResponseStart.Read(ref decoder, _responseType);
            if (status.IsBad)
            {
                OnFailed(status, "The server refused a request.");
                return;
            }

            reader.Read(ref decoder);
        }
        catch (Exception exception) // also of an application's handler: the awaiting caller receives it
        {
            Leave(to: Done);
            _source.SetException(exception);
            return;
        }

        Leave(to: Done);
        _source.SetResult(true);
    }

    public void OnFailed(StatusCode status, string reason)
    {
        Leave(to: Done);
        _source.SetException(new ServiceException(status, reason));
    }

    /// <summary>Returns the arrays of the last response. Those of a pending response are returned when it has arrived.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _state, Ended) is Idle or Done)
            _scope.Dispose();
    }

    void IValueTaskSource.GetResult(short token)
    {
        try
        {
            _source.GetResult(token);
        }
        finally
        {
            Interlocked.CompareExchange(ref _state, Idle, Done); // unless it has ended
        }
    }

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _source.GetStatus(token);

    void IValueTaskSource.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    private void Leave(int to)
    {
        if (Interlocked.CompareExchange(ref _state, to, UnderWay) != UnderWay)
            _scope.Dispose(); // disposed in the meantime
    }
}
