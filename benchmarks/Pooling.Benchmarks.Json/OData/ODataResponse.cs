using Microsoft.OData;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>A response as OData's writer wants it: headers that nobody reads, the stream, and a container if there is one.</summary>
internal sealed class ODataResponse(Stream stream, IServiceProvider? container) : IODataResponseMessageAsync, IContainerProvider
{
    private readonly Dictionary<string, string> _headers = new(StringComparer.OrdinalIgnoreCase);

    public IServiceProvider? Container => container;

    public IEnumerable<KeyValuePair<string, string>> Headers => _headers;

    public int StatusCode { get; set; } = 200;

    public string? GetHeader(string headerName) => _headers.GetValueOrDefault(headerName);

    public void SetHeader(string headerName, string headerValue) => _headers[headerName] = headerValue;

    public Stream GetStream() => stream;

    public Task<Stream> GetStreamAsync() => Task.FromResult(stream);
}
