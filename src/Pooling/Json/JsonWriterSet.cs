using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Objects;

namespace Pooling.Json;

/// <summary>The writers of one set of options.</summary>
internal sealed class JsonWriterSet : IDisposable
{
    internal readonly JsonOptionsKey Key;
    private readonly PolicyLeasePool<JsonOutput, JsonOutputPolicy> _pool;
    private readonly StoreLifetime _lifetime;

    internal JsonWriterSet(JsonWriterOptions options)
    {
        Key = new JsonOptionsKey(options);
        _pool = new PolicyLeasePool<JsonOutput, JsonOutputPolicy>(new JsonOutputPolicy(options), new MagazinePoolOptions
        {
            // Each output keeps its buffer, so a thread keeps few; and since no buffer is larger than JsonOutput.MaximumKeptBytes, the limit
            // in items is one in bytes, too.
            Name = nameof(Utf8JsonWriterPool),
            MagazineSize = 4,
            MaximumRetained = Math.Max(256, 32 * Environment.ProcessorCount),
        });
        _lifetime = new StoreLifetime(_pool.Store);
    }

    internal MagazineStore Store => _pool.Store;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal PooledLease<JsonOutput> Lease() => _pool.Lease();

    public void Dispose() => _lifetime.Dispose();
}
