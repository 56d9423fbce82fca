using System.Buffers;
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>Provides blocks of memory for pipes and sockets: a <see cref="MemoryPool{T}"/> that keeps the owners together with their
/// arrays, in magazines of each thread.</summary>
/// <remarks>
/// <para>This is a raw pool, for code that keeps its own discipline: dispose each owner once, and do not use its memory afterwards. While a
/// block lies idle in the pool, its owner refuses: a second <see cref="IDisposable.Dispose"/> does nothing, also if two threads race, and
/// <see cref="IMemoryOwner{T}.Memory"/> throws. Once the block is rented again, the same object is the new renter's: a late Dispose then
/// ends that rental, and a memory or span taken before shows that renter's bytes. <see cref="BufferWriterPool"/> and
/// <see cref="PooledArray{T}"/> have owners that nobody else gets.</para>
/// <para>Lengths: an owner's memory is exactly as long as what was asked for, in an array whose length is a power of two. What is in it is
/// whatever the last renter left there.</para>
/// <para>Retention: never more than <see cref="MagazineMemoryPoolOptions.MaxRetained"/> blocks of each size, and
/// <see cref="MagazineMemoryPoolOptions.MaxRetainedBytes"/> bytes in all. The bytes of rented blocks are counted as well: while all
/// together are more than the limit, a block that comes back is dropped. Blocks longer than
/// <see cref="MagazineMemoryPoolOptions.MaxRetainedCapacity"/> are not kept.</para>
/// <para>Lifetime: a pool that is not disposed is collected when nobody references it, and its arrays with it.</para>
/// <para>Thread safety: every member may be called from any thread at any time; an owner may be disposed on another thread than it was
/// rented on.</para>
/// <para>Allocation: none once as many blocks of a size exist as are rented at a time; an owner for each block that is too long to be
/// kept.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class MagazineMemoryPool : MemoryPool<byte>
{
    private const int SmallestSizeLog = 8; // 256 bytes: less is not worth a size of its own
    private const int MostBytesOfMagazine = 512 * 1024; // a thread keeps up to two magazines, of each size that it uses
    private const int MostBlocksOfMagazine = 32;
    private const int FewestBlocksOfMagazine = 4;

    private readonly MagazineStore?[] _stores; // by the logarithm of the size; made when the first block of the size is rented
    private readonly MemoryBlockSource?[] _sources; // beside them: written before, under the lock
    private readonly StoreLifetime?[] _lifetimes; // likewise; the sources do not have them, since blocks reference those
    private readonly LargeMemoryBlockSource _large;
    private readonly int _blockSize;
    private readonly int _maxRetained;
    private readonly long _maxRetainedBytes;
    private readonly bool _clears;
    private readonly ByteBudget _budget;
    private readonly ArrayPool<byte> _arrayPool;
    private readonly TimeSpan _trimAfter;
    private readonly TimeProvider _timeProvider;
    private readonly TrimClock _clock; // of all sizes: one that is not used any more asks no clock of its own
    private readonly Lock _gate = new();
    private volatile bool _isDisposed; // written under the lock

    /// <summary>Initializes a new instance of the <see cref="MagazineMemoryPool"/> class.</summary>
    /// <param name="options">The limits; <see langword="null"/> for the defaults.</param>
    /// <param name="arrayPool">Where the arrays of new blocks come from, and those of dropped ones go to; <see langword="null"/> for
    /// <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="timeProvider">The clock of <see cref="MagazineMemoryPoolOptions.TrimAfter"/>; <see langword="null"/> for the
    /// system's.</param>
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
        _budget = new ByteBudget(options.MaxRetainedBytes);
        _arrayPool = arrayPool ?? ArrayPool<byte>.Shared;
        _timeProvider = timeProvider ?? TimeProvider.System;
        _clock = new TrimClock(_trimAfter, _timeProvider);
        _large = new LargeMemoryBlockSource(_arrayPool, _clears);
        int sizes = Math.Max(0, BitOperations.Log2((uint)options.MaxRetainedCapacity) - SmallestSizeLog + 1);
        _stores = new MagazineStore?[sizes];
        _sources = new MemoryBlockSource?[sizes];
        _lifetimes = new StoreLifetime?[sizes];
    }

    /// <summary>Gets the pool with the default options. Disposing it has no effect, as with <see cref="MemoryPool{T}.Shared"/>.</summary>
    public static new MagazineMemoryPool Shared { get; } = new();

    /// <summary>Gets the name of the pool: that of its options, or of the type.</summary>
    public string Name { get; }

    /// <summary>Gets the most bytes that can be asked for: <c>Array.MaxLength</c>.</summary>
    public override int MaxBufferSize => Array.MaxLength;

    internal string DebuggerText => $"{Name}: {ChargedBytes} bytes of blocks";

    /// <summary>The bytes of all arrays that count for the limit, those of rented blocks included.</summary>
    internal long ChargedBytes => _budget.Charged;

    /// <summary>Rents a block.</summary>
    /// <param name="minBufferSize">The bytes of the block, exactly; -1 or 0 for those of
    /// <see cref="MagazineMemoryPoolOptions.BlockSize"/>.</param>
    /// <returns>The owner; dispose it, once, to give the block back.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="minBufferSize"/> is less than -1 or more than
    /// <see cref="MaxBufferSize"/>.</exception>
    /// <exception cref="ObjectDisposedException">The pool is disposed.</exception>
    /// <exception cref="InvalidOperationException">The array pool gave an array that is too short.</exception>
    public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
    {
        int length = minBufferSize is 0 or -1 ? _blockSize : minBufferSize; // 0: any length will do, but none at all
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

    /// <summary>Returns the counters of the pool.</summary>
    /// <returns>The counters, in blocks of all sizes; the bytes are those of the arrays that the pool keeps.</returns>
    /// <remarks>The bytes are found by a walk over all idle blocks, which allocates a list of them: exact while no other thread uses the
    /// pool.</remarks>
    public PoolStatistics GetStatistics()
    {
        PoolStatistics sum = _large.GetStatistics();
        for (int i = 0; i < _stores.Length; i++)
        {
            if (Volatile.Read(ref _stores[i]) is not { } store) // pairs with the write of Make
                continue;

            long bytes = store.WalkRetainedBytes(static block => ((MemoryBlock)block).ArrayLength);
            sum = sum.Plus(store.GetStatistics().WithRetainedBytes(bytes));
        }

        return sum;
    }

    /// <summary>Releases every block that is not rented: those that all threads share and those of the calling thread now, those of other
    /// threads when they next use the pool.</summary>
    /// <remarks>If the array pool throws, all are dropped, and the first exception reaches the caller.</remarks>
    public void Trim()
    {
        FirstFault fault = default;
        for (int i = 0; i < _stores.Length; i++)
        {
            if (Volatile.Read(ref _stores[i]) is { } store) // pairs with the write of Make
                fault.Try(static store => store.Trim(), store);
        }

        fault.Throw();
    }

    /// <summary>Releases all idle blocks. <see cref="Rent"/> throws from now on; blocks that are rented stay good, and are released when
    /// they come back.</summary>
    /// <param name="disposing"><see langword="true"/>: there is no finalizer.</param>
    /// <remarks>Blocks that other threads keep are released when these threads next use any pool, or end. If the array pool throws, all are
    /// dropped, and the first exception reaches the caller.</remarks>
    protected override void Dispose(bool disposing)
    {
        if (this == Shared)
            return; // a consumer disposes what it is given, as it may with the pool of the base class library

        using (LockHold.Of(_gate)) // so that no size is added from now on
            _isDisposed = true;

        FirstFault fault = default;
        foreach (StoreLifetime? lifetime in _lifetimes)
            fault.Dispose(lifetime);

        fault.Throw();
    }

    /// <summary>The number of the smallest power of two, from 256 on, that is not less than the length; out of range for 0 and for negative
    /// lengths.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int SizeIndexOf(int length) =>
        BitOperations.Log2((uint)(length - 1) | ((1 << SmallestSizeLog) - 1)) - (SmallestSizeLog - 1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private IMemoryOwner<byte> RentSlow(int minBufferSize)
    {
        if (minBufferSize < 0 || minBufferSize > Array.MaxLength)
        {
            Throw.ArgumentOutOfRange(
                nameof(minBufferSize), minBufferSize,
                $"A block has 0 to {Array.MaxLength} bytes; -1 stands for the block size of the pool.");
        }

        if (_isDisposed)
            Throw.ObjectDisposed(Name);

        if (_clock.IsDue())
            PostTrims();

        int index = SizeIndexOf(minBufferSize);
        if (index >= _stores.Length)
            return _large.Rent(minBufferSize);

        // pairs with the write of Make
        MemoryBlockSource source = Volatile.Read(ref _stores[index]) is null ? Make(index) : _sources[index]!;
        MemoryBlock block = source.Rent(minBufferSize);
        GC.KeepAlive(this); // so that the pool is not taken for abandoned during the last call to it
        return block;
    }

    private void PostTrims()
    {
        for (int i = 0; i < _stores.Length; i++)
            Volatile.Read(ref _stores[i])?.PostTrim(); // pairs with the write of Make
    }

    private MemoryBlockSource Make(int index)
    {
        int size = 1 << (index + SmallestSizeLog);

        // Asks the user's clock: under no lock.
        var source = new MemoryBlockSource(size, _clears, _budget, _arrayPool, new StoreOptions
        {
            Name = Name,
            MagazineSize = Math.Min(Math.Max(MostBytesOfMagazine / size, FewestBlocksOfMagazine), MostBlocksOfMagazine),
            MaxRetained = (int)Math.Min(_maxRetained, _maxRetainedBytes / size),
            TrimAfter = _trimAfter,
            TimeProvider = _timeProvider,
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

        lifetime.Dispose(); // gives up its id
        if (made is null)
            Throw.ObjectDisposed(Name);

        return made;
    }
}
