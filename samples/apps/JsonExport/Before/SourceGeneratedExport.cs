using System.IO.Pipelines;
using System.Text.Json;

namespace Pooling.JsonExport.Before;

/// <summary>The serializer with generated code (row ODATA-serializer, without reflection).</summary>
internal sealed class SourceGeneratedExport : ICustomerExport
{
    public string Name => "source-generated";

    public void Write(CustomerPage page, Stream target) => JsonSerializer.Serialize(target, page, CustomerJsonContext.Default.CustomerPage);

    public Task WriteAsync(CustomerPage page, PipeWriter target, CancellationToken cancellationToken) =>
        JsonSerializer.SerializeAsync(target, page, CustomerJsonContext.Default.CustomerPage, cancellationToken);
}
