using Microsoft.OData.Json;

namespace Pooling.Benchmarks.Json.OData;

/// <summary>Gives OData's message writer a JSON writer of another make. Its text writer is left alone.</summary>
internal sealed class JsonWriterFactory(Func<IJsonWriter> create) : IJsonWriterFactory
{
    public IJsonWriter CreateJsonWriter(TextWriter textWriter, bool isIeee754Compatible) => create();
}
