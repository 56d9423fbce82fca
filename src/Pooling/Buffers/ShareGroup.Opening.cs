using System.Buffers;
using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <content>The start of a message.</content>
internal sealed partial class ShareGroup
{
    private const long FirstOne = (1L << NextShift) | 1; // a constant, since methods cost at their first use

    /// <summary>Creates a message with one share from a rented array. If that fails, the array is returned.</summary>
    internal static SharedBuffer Start(byte[] array, int length, ArrayPool<byte>? pool, bool clears)
    {
        var root = (ShareGroup?)s_groups.TryPop();
        return root is not null
            ? new SharedBuffer(root, root.OpenRoot(array, length, pool, clears, FirstOne))
            : StartSlow(array, length, pool, clears);
    }

    /// <summary>Creates a message with as many shares as the span holds, at least one, from a rented array. If that
    /// fails, the array is returned, and the span is untouched.</summary>
    internal static void Start(byte[] array, int length, ArrayPool<byte>? pool, bool clears, Span<SharedBuffer> shares)
    {
        if (shares.Length <= Size && (ShareGroup?)s_groups.TryPop() is { } root)
            root.Fill(shares, root.OpenRoot(array, length, pool, clears, First(shares.Length)));
        else
            StartMany(array, length, pool, clears, shares);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static SharedBuffer StartSlow(byte[] array, int length, ArrayPool<byte>? pool, bool clears)
    {
        ShareGroup root = RentFor(array, length, pool, clears, s_groups.Mode == PoolingMode.Off ? 1 : 2);
        if (root._root is not { } group)
            return new SharedBuffer(root, root.OpenRoot(array, length, pool, clears, First(1)));

        root._root = null;
        long share = group.Open(root.NextContent(array, length), Full(1));
        root.OpenRoot(array, length, pool, clears, Full(0) | (1L << GroupsShift));
        return new SharedBuffer(group, share);
    }

    private static void StartMany(
        byte[] array, int length, ArrayPool<byte>? pool, bool clears, Span<SharedBuffer> shares)
    {
        PoolingMode mode = s_groups.Mode;
        // as IsSingle; the mode is read once
        int size = mode != PoolingMode.Off && shares.Length <= MaxSingle ? 1 : Size;
        // the first shares of the root are not tracked, but without them there are too few groups for the largest
        // messages
        int first = mode != PoolingMode.Off && shares.Length <= MaxGroups * Size ? 0 : Math.Min(shares.Length, Size);
        Span<SharedBuffer> rest = shares[first..];
        int groups = (rest.Length + size - 1) / size;
        ShareGroup root = RentFor(array, length, pool, clears, groups + 1);
        ShareGroup? chain = root._root;
        root._root = null;
        if (chain is not null)
            OpenChain(chain, root.NextContent(array, length), rest, size);

        // after the others: nobody has a share of this tenancy before
        long live = (first == 0 ? Full(0) : First(first)) | ((long)groups << GroupsShift);
        root.Fill(shares[..first], root.OpenRoot(array, length, pool, clears, live));
    }

    private static ShareGroup RentFor(byte[] array, int length, ArrayPool<byte>? pool, bool clears, int groups)
    {
        ShareGroup? root = null;
        try
        {
            return root = RentChain(groups);
        }
        finally
        {
            if (root is null)
                RentedArray.Return(pool ?? ArrayPool<byte>.Shared, array, clears ? length : 0);
        }
    }

    /// <summary>Opens the groups of a chain for as many shares as the span holds.</summary>
    private static void OpenChain(ShareGroup chain, in Share read, Span<SharedBuffer> shares, int size)
    {
        for (ShareGroup? next = chain; next is not null;)
        {
            ShareGroup group = next;
            next = group._root;
            int count = Math.Min(size, shares.Length);
            group.Fill(shares[..count], group.Open(read, size == 1 ? Full(1) : First(count)));
            shares = shares[count..];
        }
    }

    /// <summary>The part of a word with a number of first shares.</summary>
    private static long First(int count) => ((long)count << NextShift) | Ones(count);

    /// <summary>The same, if no share follows.</summary>
    private static long Full(int count) => ((long)Size << NextShift) | Ones(count);

    /// <summary>The content of the message that this owned group is going to be the root of.</summary>
    private Share NextContent(byte[] array, int length) => new()
    {
        Root = this,
        Tenancy = (_word & TenancyMask) + (1L << TenancyShift),
        Array = array,
        Length = length,
    };

    /// <summary>Makes this owned group the live root of a message.</summary>
    /// <returns>The first share.</returns>
    private long OpenRoot(byte[] array, int length, ArrayPool<byte>? pool, bool clears, long live)
    {
        _array = array;
        _start = 0;
        _length = length;
        _clear = clears ? length : 0;
        if (pool is not null && pool != ArrayPool<byte>.Shared)
            _pool = pool; // otherwise null, which needs no write barrier

        return Publish(live);
    }

    /// <summary>Makes this owned group a live group of a message that is pinned, or about to start.</summary>
    /// <returns>The first share.</returns>
    private long Open(in Share read, long live)
    {
        if (s_groups.Mode != PoolingMode.Off)
            s_groups.NoteRented(this);

        _root = read.Root;
        _rootTenancy = read.Tenancy;
        _array = read.Array;
        _start = read.Start;
        _length = read.Length;
        return Publish(live);
    }

    private long Publish(long live)
    {
        // one that would wrap does not occur: the group was dropped
        long tenancy = (_word & TenancyMask) + (1L << TenancyShift);
        // releases the fields; pairs with the reads in TryUseHint and TryPin, which may be late
        Volatile.Write(ref _word, tenancy | live);
        return tenancy;
    }
}
