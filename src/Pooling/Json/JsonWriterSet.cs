using System.Buffers;
using System.Text.Json;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>The writers of one set of options, as a pool holds them.</summary>
/// <remarks>The lifetime is here and not with the source, which the writers themselves reference.</remarks>
internal sealed class JsonWriterSet : IDisposable
{
    internal readonly JsonOptionsKey Key;
    internal readonly JsonOutputSource Source;
    private readonly StoreLifetime _lifetime;

    internal JsonWriterSet(JsonWriterOptions options, ArrayPool<byte> arrays)
    {
        Key = new JsonOptionsKey(options);
        Source = new JsonOutputSource(options, arrays);
        _lifetime = new StoreLifetime(Source.Store);
    }

    public void Dispose() => _lifetime.Dispose();
}
