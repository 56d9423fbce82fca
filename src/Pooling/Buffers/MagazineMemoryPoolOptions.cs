namespace Pooling.Buffers;

/// <summary>Provides the limits of a <see cref="MagazineMemoryPool"/>. A pool copies them when it is created.</summary>
/// <remarks>
/// <para>The number of blocks counts for each size, the bytes for all. Sizes are the powers of two from 256 bytes to
/// <see cref="BufferPoolOptions.MaxRetainedCapacity"/>; if that is less than 256, the pool keeps nothing. The owner of
/// a longer block is allocated for each rental.</para>
/// <para>Each live thread keeps at most 64 blocks and 1 MB of each size that it uses, but 8 blocks of any size, and no
/// more than an eighth of <see cref="BufferPoolOptions.MaxRetained"/>.</para>
/// <para>Thread safety: not safe for concurrent changes. A pool never changes its options.</para>
/// <para>Allocation: the options themselves.</para>
/// </remarks>
public sealed class MagazineMemoryPoolOptions : BufferPoolOptions
{
    /// <summary>Gets or sets the size of a block that is rented without a size, in bytes. The default is
    /// 4,096.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is less than 1 or more than
    /// <c>Array.MaxLength</c>.</exception>
    /// <remarks>Blocks use arrays whose lengths are powers of two. With any other value, the rest of the array is
    /// unused.</remarks>
    public int BlockSize
    {
        get;
        set
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 1, nameof(BlockSize));
            ArgumentOutOfRangeException.ThrowIfGreaterThan(value, Array.MaxLength, nameof(BlockSize));
            field = value;
        }
    } = 4096;
}
