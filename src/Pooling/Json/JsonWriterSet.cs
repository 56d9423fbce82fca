using System.Text.Json;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>The writers of one set of options, as a pool holds them.</summary>
/// <remarks>The lifetime is here and not with the source, which the writers themselves reference.</remarks>
internal sealed class JsonWriterSet : IDisposable
{
    internal readonly JsonOptionsKey Key;
    internal readonly JsonOutputSource Source;
    private readonly StoreLifetime _lifetime;

    internal JsonWriterSet(JsonWriterOptions options, JsonRetention retention)
    {
        Key = new JsonOptionsKey(options);
        Source = new JsonOutputSource(options, retention);
        _lifetime = new StoreLifetime(Source.Store);
    }

    internal PoolStatistics GetStatistics()
    {
        PoolStatistics writers = Source.Store.GetStatistics();
        long bytes = Source.Store.WalkRetainedBytes(static cell => ((LeaseCell<JsonOutput>)cell).Item.RetainedBytes);
        return writers.WithRetainedBytes(bytes);
    }

    public void Dispose() => _lifetime.Dispose();
}
