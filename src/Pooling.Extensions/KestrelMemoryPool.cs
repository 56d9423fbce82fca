using System.Buffers;
using Pooling.Buffers;

namespace Pooling.Extensions;

/// <summary>One of the server's pools: a view of the application's pool, with blocks of at least the server's own
/// size.</summary>
/// <remarks>The server asks for as many bytes as it needs next, and uses what it gets in addition. With shorter blocks,
/// a response that is written in small pieces would take a block for each.</remarks>
internal sealed class KestrelMemoryPool(MagazineMemoryPool pool, int blockSize) : MemoryPool<byte>
{
    private const int BlockSizeOfTheServer = 4096;

    /// <summary>Gets the size of a block in bytes, unless the server asks for more.</summary>
    internal int MinBlockSize { get; } = Math.Max(blockSize, BlockSizeOfTheServer);

    /// <inheritdoc/>
    public override int MaxBufferSize => pool.MaxBufferSize;

    /// <inheritdoc/>
    public override IMemoryOwner<byte> Rent(int minBufferSize = -1) => pool.Rent(Math.Max(minBufferSize, MinBlockSize));

    // The pool is the container's, and other parts of the server still rent from it.
    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
    }
}
