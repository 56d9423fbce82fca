using System.Buffers;
using Microsoft.AspNetCore.Connections;
using Pooling.Buffers;

namespace Pooling.Extensions;

/// <summary>Gives the server, which creates and disposes several pools, one and the same pool each time.</summary>
internal sealed class KestrelMemoryPoolFactory(MagazineMemoryPool pool, int blockSize) : IMemoryPoolFactory<byte>
{
    /// <inheritdoc/>
    public MemoryPool<byte> Create(MemoryPoolOptions? options = null) => new KestrelMemoryPool(pool, blockSize);
}
