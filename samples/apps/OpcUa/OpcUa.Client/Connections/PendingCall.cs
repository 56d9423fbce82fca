using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;

namespace OpcUa.Client.Connections;

/// <summary>A call that is awaited.</summary>
internal sealed class PendingCall<TResponse>(DecodingLimits limits, long deadline) : IPendingRequest
    where TResponse : class, IServiceResponse, new()
{
    private readonly TaskCompletionSource<TResponse> _source = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public long Deadline => deadline;

    public Task<TResponse> Task => _source.Task;

    public void OnResponse(ReadOnlySpan<byte> body)
    {
        try
        {
            var decoder = new BinaryDecoder(body, default, limits); // no scope: the caller owns the response
            var response = new TResponse();
            uint id = decoder.ReadMessageId();
            if (id == response.EncodingId)
            {
                response.Decode(ref decoder);
                if (response.Header.ServiceResult.IsBad)
                    OnFailed(response.Header.ServiceResult, $"The server refused the request for a {typeof(TResponse).Name}.");
                else
                    _source.TrySetResult(response);
            }
            else if (id == ServiceFault.Id)
            {
                var fault = new ServiceFault();
                fault.Decode(ref decoder);
                OnFailed(fault.Header.ServiceResult, $"The server refused the request for a {typeof(TResponse).Name}.");
            }
            else
            {
                OnFailed(StatusCodes.BadUnknownResponse, $"The server responded with a message of type {id}.");
            }
        }
        catch (DecodingException exception)
        {
            _source.TrySetException(exception); // the connection can still be used
        }
    }

    public void OnFailed(StatusCode status, string reason) => _source.TrySetException(new ServiceException(status, reason));

    public void Cancel(CancellationToken cancellation) => _source.TrySetCanceled(cancellation);
}
