using System.IO.Pipelines;
using System.Text.Json;

namespace Pooling.JsonExport.Before;

/// <summary>The serializer with reflection (row ODATA-serializer).</summary>
internal sealed class SerializerExport : ICustomerExport
{
    public string Name => "serializer";

    public void Write(CustomerPage page, Stream target) => JsonSerializer.Serialize(target, page);

    public Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken) =>
        JsonSerializer.SerializeAsync(target, page, cancellationToken: cancellationToken);
}
