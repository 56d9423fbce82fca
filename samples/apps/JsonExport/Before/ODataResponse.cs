using Microsoft.OData;

namespace Pooling.JsonExport.Before;

/// <summary>A response as required by OData's writer: headers that are not used, and the stream.</summary>
internal sealed class ODataResponse(Stream stream) : IODataResponseMessageAsync
{
    private readonly Dictionary<string, string> _headers = new(StringComparer.OrdinalIgnoreCase);

    public IEnumerable<KeyValuePair<string, string>> Headers => _headers;

    public int StatusCode { get; set; } = 200;

    public string? GetHeader(string headerName) => _headers.GetValueOrDefault(headerName);

    public void SetHeader(string headerName, string headerValue) => _headers[headerName] = headerValue;

    public Stream GetStream() => stream;

    public Task<Stream> GetStreamAsync() => Task.FromResult(stream);
}
