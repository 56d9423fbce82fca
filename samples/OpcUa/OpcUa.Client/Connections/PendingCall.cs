using OpcUa.Protocol.BuiltIn;
using OpcUa.Protocol.Encoding;
using OpcUa.Protocol.Services;

namespace OpcUa.Client.Connections;

/// <summary>A call that somebody awaits.</summary>
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
            var decoder = new BinaryDecoder(body, default, limits); // no scope: the response is the caller's own
            var response = new TResponse();
            uint id = decoder.ReadMessageId();
            if (id == response.EncodingId)
            {
                response.Decode(ref decoder);
                if (response.Header.ServiceResult.IsBad)
                    OnFailed(response.Header.ServiceResult, $"The server refused a request that {typeof(TResponse).Name} answers.");
                else
                    _source.TrySetResult(response);
            }
            else if (id == ServiceFault.Id)
            {
                var fault = new ServiceFault();
                fault.Decode(ref decoder);
                OnFailed(fault.Header.ServiceResult, $"The server refused a request that {typeof(TResponse).Name} answers.");
            }
            else
            {
                OnFailed(StatusCodes.BadUnknownResponse, $"The server answered with a message of the type {id}.");
            }
        }
        catch (DecodingException exception)
        {
            _source.TrySetException(exception); // the connection is as good as before
        }
    }

    public void OnFailed(StatusCode status, string reason) => _source.TrySetException(new ServiceException(status, reason));

    public void Cancel(CancellationToken cancellation) => _source.TrySetCanceled(cancellation);
}
