using System.Buffers;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Provides blocks of memory for pipes and sockets: a <see cref="MemoryPool{T}"/> that keeps the owners
/// together with their arrays in a magazine for each thread.</summary>
/// <remarks>
/// <para>This is a raw pool, for code that disposes each owner once and does not use its memory afterwards. While a
/// block is idle in the pool, its owner rejects misuse: a second <see cref="IDisposable.Dispose"/> has no effect, even
/// if two threads race, and <see cref="IMemoryOwner{T}.Memory"/> throws. Once the block is rented again, the same
/// object belongs to the new renter: a late Dispose ends that rental, and memory or spans obtained before show that
/// renter's bytes. <see cref="BufferWriterPool"/> and <see cref="PooledArray{T}"/> have owners that are not
/// shared.</para>
/// <para>Lengths: an owner's memory has exactly the requested length, in an array whose length is a power of two. It is
/// not cleared, and contains whatever the last renter left there.</para>
/// <para>Retention: at most <see cref="BufferPoolOptions.MaxRetained"/> blocks of each size and a few for each
/// thread beside them, and <see cref="BufferPoolOptions.MaxRetainedBytes"/> bytes in total. The bytes of rented
/// blocks are counted as well: while the total exceeds the limit, a returned block is dropped. Blocks longer than
/// <see cref="BufferPoolOptions.MaxRetainedCapacity"/> are not kept.</para>
/// <para>Lifetime: a pool that is not disposed is garbage collected together with its arrays when it is no longer
/// referenced.</para>
/// <para>Thread safety: every member may be called from any thread at any time. An owner may be disposed on a different
/// thread than the one that rented it.</para>
/// <para>Allocation: none once the pool has created as many blocks of a size as are rented at the same time. A block
/// that is too long to be kept allocates its owner.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class MagazineMemoryPool : MemoryPool<byte>
{
    private const int SmallestSizeLog = 8; // 256 bytes: smaller sizes are not worthwhile
    private const int MaxBytesPerThread = 1024 * 1024; // of each size that the thread uses
    private const int MaxBlocksPerThread = 64;
    private const int FewestBlocksPerThread = 8;

    // by the logarithm of the size; created when the first block of the size is rented
    private readonly MagazineStore?[] _stores;
    private readonly MemoryBlockSource?[] _sources; // parallel to the stores; written before them, under the lock
    private readonly StoreLifetime?[] _lifetimes; // likewise; not held by the sources, which blocks reference
    private readonly LargeMemoryBlockSource _large;
    private readonly StoreLifetime _lifetimeOfLarge;
    private readonly int _blockSize;
    private readonly int _maxRetained;
    private readonly long _maxRetainedBytes;
    private readonly bool _clears;
    private readonly ByteBudget _budget;
    private readonly ArrayPool<byte> _arrayPool;
    private readonly TimeSpan _trimAfter;
    private readonly TimeProvider? _timeProvider;
    private readonly TrimClock _clock; // for all sizes: a size that is no longer used asks no clock
    private readonly Lock _gate = new();
    private volatile bool _isDisposed; // written within the lock

    /// <summary>Initializes a new instance of the <see cref="MagazineMemoryPool"/> class.</summary>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="arrayPool">The pool for the arrays of the blocks; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="timeProvider">The clock for <see cref="BufferPoolOptions.TrimAfter"/>; <see langword="null"/> for
    /// the system clock.</param>
    public MagazineMemoryPool(
        MagazineMemoryPoolOptions? options = null, ArrayPool<byte>? arrayPool = null, TimeProvider? timeProvider = null)
    {
        options ??= new MagazineMemoryPoolOptions();
        Name = options.Name ?? nameof(MagazineMemoryPool);
        _blockSize = options.BlockSize;
        _maxRetained = options.MaxRetained;
        _maxRetainedBytes = options.MaxRetainedBytes ?? long.MaxValue;
        _clears = options.ClearOnReturn;
        _trimAfter = options.TrimAfter;
        // without a limit, what all sizes together are allowed: threads must not keep more than that beside them
        _budget = new ByteBudget(options.MaxRetainedBytes ?? 2L * options.MaxRetained * options.MaxRetainedCapacity);
        _arrayPool = arrayPool ?? ArrayPool<byte>.Shared;
        _timeProvider = timeProvider;
        _clock = new TrimClock(_trimAfter, _timeProvider);
        _large = new LargeMemoryBlockSource(_arrayPool, _clears, new StoreOptions
        {
            Name = Name,
            MaxRetained = 0,
            MaxBytes = _budget.Limit, // of all sizes
            TrimAfter = Timeout.InfiniteTimeSpan,
        });
        _lifetimeOfLarge = new StoreLifetime(_large.Store);
        int sizes = Math.Max(0, BitOperations.Log2((uint)options.MaxRetainedCapacity) - SmallestSizeLog + 1);
        _stores = new MagazineStore?[sizes];
        _sources = new MemoryBlockSource?[sizes];
        _lifetimes = new StoreLifetime?[sizes];
    }

    /// <summary>Gets a shared pool with the default options. Disposing it has no effect, as with
    /// <see cref="MemoryPool{T}.Shared"/>.</summary>
    public static new MagazineMemoryPool Shared { get; } = new();

    /// <summary>Gets the name of the pool: the name in the options, or the name of the type.</summary>
    public string Name { get; }

    /// <summary>Gets the maximum size of a block in bytes: <c>Array.MaxLength</c>.</summary>
    public override int MaxBufferSize => Array.MaxLength;

    internal string DebuggerText => $"{MagazineStore.Describe(Name, GetStatistics())}, {ChargedBytes} bytes of blocks";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>The bytes of all arrays that count against the limit, including those of rented blocks.</summary>
    internal long ChargedBytes => _budget.Charged;

    /// <summary>Rents a block.</summary>
    /// <param name="minBufferSize">The exact size of the block in bytes; -1 or 0 for
    /// <see cref="MagazineMemoryPoolOptions.BlockSize"/>.</param>
    /// <returns>The owner. Dispose it once to return the block.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="minBufferSize"/> is less than -1 or more than
    /// <see cref="MaxBufferSize"/>.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The array pool returned an array that is too short.</exception>
    public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
    {
        int length = minBufferSize is 0 or -1 ? _blockSize : minBufferSize; // 0: any length except 0
        int index = SizeIndexOf(length);
        MagazineStore?[] stores = _stores;
        if ((uint)index < (uint)stores.Length
            && Volatile.Read(ref stores[index]) is { } store // pairs with the write of Make
            && store.TryPop() is { } used)
        {
            MemoryBlock block = Unsafe.As<MemoryBlock>(used);
            block.Open(length);
            return block;
        }

        return RentSlow(length);
    }

    /// <summary>Returns a snapshot of the pool's counters.</summary>
    /// <returns>The counters for blocks of all sizes. The bytes are those of the arrays that the pool keeps.</returns>
    /// <remarks>Adds up the bytes by visiting all idle blocks, which allocates a list of them. The result is exact if
    /// no other thread uses the pool.</remarks>
    public PoolStatistics GetStatistics()
    {
        PoolStatistics sum = _large.Store.GetStatistics();
        for (int i = 0; i < _stores.Length; i++)
        {
            if (Volatile.Read(ref _stores[i]) is { } store) // pairs with the write of Make
                sum = sum.Plus(store.GetStatistics());
        }

        return sum;
    }

    /// <summary>Releases every idle block. Shared blocks and those of the calling thread are released immediately,
    /// those of other threads when the thread next uses the pool.</summary>
    /// <remarks>If the array pool throws, all blocks are still released, and the first exception is thrown to the
    /// caller.</remarks>
    public void Trim()
    {
        FirstFault fault = default;
        for (int i = 0; i < _stores.Length; i++)
        {
            if (Volatile.Read(ref _stores[i]) is { } store) // pairs with the write of Make
                fault.Try(Trim, store);
        }

        fault.Throw();
    }

    /// <summary>Releases all idle blocks. After this, <see cref="Rent"/> throws. Rented blocks remain valid, and are
    /// released when they are returned.</summary>
    /// <param name="disposing">Always <see langword="true"/>, because there is no finalizer.</param>
    /// <remarks>Blocks that other threads keep are released when the thread next uses any pool, or ends. If the array
    /// pool throws, all blocks are still released, and the first exception is thrown to the caller.</remarks>
    protected override void Dispose(bool disposing)
    {
        if (this == Shared)
            return; // consumers may dispose the pool they are given, as they may MemoryPool<T>.Shared

        using (LockHold.Of(_gate)) // no size is added from now on
            _isDisposed = true;

        FirstFault fault = default;
        fault.Dispose(_lifetimeOfLarge);
        foreach (StoreLifetime? lifetime in _lifetimes)
            fault.Dispose(lifetime);

        fault.Throw();
    }

    /// <summary>Returns the index of the smallest power of two, from 256 on, that is not less than the length; out of
    /// range for 0 and negative lengths.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int SizeIndexOf(int length) =>
        BitOperations.Log2((uint)(length - 1) | ((1 << SmallestSizeLog) - 1)) - (SmallestSizeLog - 1);

    private static void Trim(MagazineStore store) => store.Trim();

    private static long SizeOf(object block) => ((MemoryBlock)block).ArrayLength;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private IMemoryOwner<byte> RentSlow(int minBufferSize)
    {
        if (minBufferSize < 0 || minBufferSize > Array.MaxLength)
        {
            Throw.ArgumentOutOfRange(
                nameof(minBufferSize), minBufferSize,
                $"The size must be between 0 and {Array.MaxLength}, or -1 for the pool's default block size.");
        }

        if (_isDisposed)
            Throw.ObjectDisposed(Name);

        if (_clock.IsDue())
            PostTrims();

        int index = SizeIndexOf(minBufferSize);
        if (index >= _stores.Length)
            return _large.Rent(minBufferSize);

        // pairs with the write in Make
        MemoryBlockSource source = Volatile.Read(ref _stores[index]) is null ? Make(index) : _sources[index]!;
        MemoryBlock block = source.Rent(minBufferSize);
        GC.KeepAlive(this); // the pool must not count as abandoned during its last call
        return block;
    }

    private void PostTrims()
    {
        for (int i = 0; i < _stores.Length; i++)
            Volatile.Read(ref _stores[i])?.Work.RequestTrim(); // pairs with the write of Make
    }

    private MemoryBlockSource Make(int index)
    {
        int size = 1 << (index + SmallestSizeLog);

        // Calls the user's clock: not within a lock.
        var source = new MemoryBlockSource(size, _clears, _budget, _arrayPool, new StoreOptions
        {
            Name = Name,
            MaxPerThread = Math.Min(Math.Max(MaxBytesPerThread / size, FewestBlocksPerThread), MaxBlocksPerThread),
            MaxRetained = (int)Math.Min(_maxRetained, _maxRetainedBytes / size),
            TrimAfter = _trimAfter,
            TimeProvider = _timeProvider,
            SizeOf = SizeOf,
        });
        var lifetime = new StoreLifetime(source.Store);
        MemoryBlockSource? made;
        using (LockHold.Of(_gate))
        {
            made = _sources[index];
            if (made is null && !_isDisposed)
            {
                _lifetimes[index] = lifetime;
                _sources[index] = source;
                Volatile.Write(ref _stores[index], source.Store); // last; pairs with the reads outside the lock
                return source;
            }
        }

        lifetime.Dispose(); // releases its id
        if (made is null)
            Throw.ObjectDisposed(Name);

        return made;
    }
}
