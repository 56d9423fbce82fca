using System.Buffers;
using System.Diagnostics.Metrics;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.DependencyInjection;
using Pooling.Buffers;

namespace Pooling.Extensions;

/// <summary>Gives the server, which creates and disposes several pools, one and the same pool each time.</summary>
/// <remarks>The pool is asked for when the server starts to listen. The server itself is created while the application
/// is built, when a bad setting must not throw yet.</remarks>
internal sealed class KestrelMemoryPoolFactory(IServiceProvider services) : IMemoryPoolFactory<byte>
{
    private readonly Lock _gate = new();
    private KestrelMemoryMetrics? _metrics; // of all pools, since they are one

    /// <inheritdoc/>
    public MemoryPool<byte> Create(MemoryPoolOptions? options = null)
    {
        MagazineMemoryPool pool = services.GetRequiredService<MagazineMemoryPool>();
        var made = new KestrelMemoryPool(
            pool, PoolingBuilder.OptionsOf<MagazineMemoryPoolOptions>(services).BlockSize);
        if (services.GetService<IMeterFactory>() is { } factory)
        {
            lock (_gate)
                _metrics ??= new KestrelMemoryMetrics(factory, pool, made.MinBlockSize);
        }

        return made;
    }
}
