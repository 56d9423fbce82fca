using System.Buffers;
using Microsoft.AspNetCore.Connections;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using Pooling.Buffers;

namespace Pooling.Extensions;

/// <summary>Gives the server, which creates and disposes several pools, one and the same pool each time.</summary>
/// <remarks>The pool is asked for when the server starts to listen. The server itself is created while the application is built, when a bad
/// setting must not throw yet.</remarks>
internal sealed class KestrelMemoryPoolFactory(IServiceProvider services) : IMemoryPoolFactory<byte>
{
    /// <inheritdoc/>
    public MemoryPool<byte> Create(MemoryPoolOptions? options = null) => new KestrelMemoryPool(
        services.GetRequiredService<MagazineMemoryPool>(),
        services.GetRequiredService<IOptions<MagazineMemoryPoolOptions>>().Value.BlockSize);
}
