using System.Buffers;
using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <summary>Up to 24 shares of one part of a message, each of them a bit: pooled, and used for one message after
/// another. The first group of a message is its root, which has the array. Further groups, for more shares or for
/// slices, are counted by the root.</summary>
/// <remarks>
/// <para>Only the word is raced. From the lowest bit: 24 bits of live shares, 5 bits of the index of the next share, 15
/// bits of the number of live further groups (root only), 20 bits of the tenancy. A share is its group with the tenancy
/// and an index. A group is live while its bits of shares or its number of groups are not 0.</para>
/// <list type="table">
/// <item><term>Pooled</term><description>Not live, no array. A renter pops it.</description></item>
/// <item><term>Owned</term><description>The same word. The renter writes the fields, then the word of the next tenancy,
/// which publishes them.</description></item>
/// <item><term>Live</term><description>The fields are constant, but for the hint. An end takes a bit away; a retain
/// adds the bit of the next index. Adding to its number of groups pins the root, subtracting releases
/// it.</description></item>
/// <item><term>Closing</term><description>Not live. The thread that took the last bit clears the fields and pushes the
/// group. Then the root returns the array; another group releases its root. After its last tenancy, a group is
/// dropped.</description></item>
/// </list>
/// <para>Invariant: an index is given once in a tenancy, and a tenancy never repeats, so a share ends once. Nobody adds
/// to the word of a group that is not live, so it becomes so once in a tenancy. Fields that were read between two reads
/// of a live word of one tenancy belong to that tenancy.</para>
/// </remarks>
internal sealed partial class ShareGroup
{
    /// <summary>The maximum number of shares of a group.</summary>
    internal const int Size = 24;

    internal const int NextShift = Size;
    internal const int NextMask = 31;
    internal const int GroupsShift = NextShift + 5;
    internal const int TenancyShift = 44;
    internal const long BitsMask = (1L << Size) - 1;
    internal const long GroupsMask = (long)MaxGroups << GroupsShift;
    internal const long TenancyMask = -1L << TenancyShift;

    /// <summary>The maximum number of live further groups of a message.</summary>
    internal const int MaxGroups = (1 << (TenancyShift - GroupsShift)) - 1;

    /// <summary>The maximum number of shares of a message.</summary>
    internal const int MaxShares = Size * (MaxGroups + 1);

    private const long LiveMask = BitsMask | GroupsMask;
    private const long LastTenancy = TenancyMask; // all bits set: 1, 2, ... up to this one

    private ShareGroup? _root; // null: this group is one; the next group of a chain while owned
    private long _rootTenancy; // if there is a root
    private byte[]? _array;
    private int _start;
    private int _length;
    private int _clear; // bytes to clear before the array goes back; root only, as the pool is
    private ArrayPool<byte>? _pool; // null: the shared one
    private ShareGroup? _hint; // a further group that may have room for shares of the same part, or anything else
    private long _word;

    /// <summary>The root. For tests.</summary>
    internal ShareGroup Root => _root ?? this;

    /// <summary>The array of the current tenancy. For tests.</summary>
    internal byte[]? Array => _array;

    /// <summary>The pool that the array is returned to. For tests.</summary>
    internal ArrayPool<byte>? Pool => _pool;

    /// <summary>The further group that is tried first. For tests, which set it to a group of another use.</summary>
    internal ref ShareGroup? Hint => ref _hint;

    /// <summary>The word. For tests, which set it to reach its limits.</summary>
    internal ref long Word => ref _word;

    /// <summary>Returns whether a share is live.</summary>
    internal bool IsLive(long share) => Has(Volatile.Read(ref _word), share); // pairs with the exchange in TryEnd

    /// <summary>Reads the bytes of a share.</summary>
    /// <returns><see langword="false"/> if the share has ended; the result is then undefined.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryRead(long share, out byte[] array, out int start, out int length)
    {
        // Each of these reads acquires, so that all are made before the read of the word. They pair with the exchange
        // that makes the group not live, a full fence before the writes of the next renter.
        array = Volatile.Read(ref _array)!;
        start = Volatile.Read(ref _start);
        length = Volatile.Read(ref _length);
        return Has(Volatile.Read(ref _word), share); // pairs with that exchange, too
    }

    /// <summary>Reads everything that another share of the message needs.</summary>
    /// <returns><see langword="false"/> if the share has ended; the result is then undefined.</returns>
    internal bool TryRead(long share, out Share read)
    {
        ShareGroup? root = Volatile.Read(ref _root); // these two as in the other method
        long tenancy = Volatile.Read(ref _rootTenancy);
        read.Root = root ?? this;
        read.Tenancy = root is null ? share & TenancyMask : tenancy;
        return TryRead(share, out read.Array, out read.Start, out read.Length);
    }

    /// <summary>Ends a share. The last one of the message returns the array.</summary>
    /// <returns><see langword="false"/> if the share has already ended; nothing was done.</returns>
    internal bool TryEnd(long share)
    {
        // A full fence: what the holder read comes before, and whoever makes the group not live sees what others did
        // before they ended their shares. Pairs with itself, so that one of several ends of a share succeeds, and with
        // the exchanges that add.
        long word = Volatile.Read(ref _word);
        while (Has(word, share))
        {
            long rest = word & ~(1L << (int)share);
            long seen = Interlocked.CompareExchange(ref _word, rest, word);
            if (seen == word)
            {
                if ((rest & LiveMask) == 0)
                    Close(rest);

                return true;
            }

            word = seen;
        }

        return s_groups.RefuseReturn();
    }

    /// <summary>Adds a share of the same bytes.</summary>
    /// <returns><see langword="false"/> if the given share has ended.</returns>
    internal bool TryRetain(long share, out SharedBuffer made)
    {
        long word = Volatile.Read(ref _word); // pairs with the exchanges here and in TryEnd
        while (Has(word, share))
        {
            int next = NextOf(word);
            if (next >= Size)
                return TryRetainFurther(share, out made);

            // The word has the bit of the given share, so the group is live. Pairs with the exchange in TryEnd.
            long seen = Interlocked.CompareExchange(ref _word, Added(word, next, 1), word);
            if (seen == word)
            {
                made = new SharedBuffer(this, (word & TenancyMask) | (long)next);
                return true;
            }

            word = seen;
        }

        made = default;
        return false;
    }

    /// <summary>Adds as many shares of the same bytes as the span holds.</summary>
    /// <returns><see langword="false"/> if the given share has ended; nothing was done.</returns>
    internal bool TryRetain(long share, Span<SharedBuffer> made)
    {
        long word = Volatile.Read(ref _word); // pairs with the exchanges here and in TryEnd
        while (Has(word, share))
        {
            int next = NextOf(word);
            if (made.Length > Size - next)
                return TryRetainFurther(share, made);

            // as in the other method
            long seen = Interlocked.CompareExchange(ref _word, Added(word, next, made.Length), word);
            if (seen == word)
            {
                Fill(made, (word & TenancyMask) | (long)next);
                return true;
            }

            word = seen;
        }

        return false;
    }

    private static bool Has(long word, long share) =>
        ((word ^ share) & TenancyMask) == 0 && ((word >> (int)share) & 1) != 0;

    private static int NextOf(long word) => (int)(word >> NextShift) & NextMask;

    private static int GroupsOf(long word) => (int)(word >> GroupsShift) & MaxGroups;

    private static long Ones(int count) => (1L << count) - 1;

    /// <summary>The word with more shares, for which there is room.</summary>
    private static long Added(long word, int next, int count) =>
        word + ((long)count << NextShift) + (Ones(count) << next);

    /// <summary>Writes shares with successive indexes.</summary>
    private void Fill(Span<SharedBuffer> shares, long first)
    {
        foreach (ref SharedBuffer share in shares)
            share = new SharedBuffer(this, first++);
    }

    /// <summary>Clears the references and pushes the group, or drops it. Called by whoever made the group not
    /// live.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Close(long word)
    {
        if (_hint is not null)
            _hint = null; // a late retain may set it again: see the checks in TryUseHint

        byte[] array = _array!;
        _array = null; // a pooled group keeps nothing alive
        if (_root is { } root)
        {
            _root = null;
            CloseFurther(word, root);
            return;
        }

        ArrayPool<byte>? pool = _pool;
        int clear = _clear;
        if (pool is not null)
            _pool = null;

        try
        {
            Keep(word);
        }
        finally
        {
            RentedArray.Return(pool ?? ArrayPool<byte>.Shared, array, clear);
        }
    }

    private void CloseFurther(long word, ShareGroup root)
    {
        try
        {
            Keep(word);
        }
        finally
        {
            root.Unpin();
        }
    }
}
