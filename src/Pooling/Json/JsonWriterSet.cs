using System.Text.Json;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>The writers of a pool for one set of options.</summary>
/// <remarks>Holds the lifetime, because the writers themselves reference the source.</remarks>
internal sealed class JsonWriterSet : IDisposable
{
    internal readonly JsonOptionsKey Key;
    internal readonly JsonOutputSource Source;
    private readonly StoreLifetime _lifetime;

    /// <param name="options">The options of the writers.</param>
    /// <param name="retention">The state that the sets of the pool share.</param>
    internal JsonWriterSet(JsonWriterOptions options, JsonRetention retention)
    {
        Key = new JsonOptionsKey(options);
        Source = new JsonOutputSource(options, retention);
        _lifetime = new StoreLifetime(Source.Store);
    }

    internal PoolStatistics GetStatistics() => Source.Store.GetStatistics();

    public void Dispose() => _lifetime.Dispose();
}
