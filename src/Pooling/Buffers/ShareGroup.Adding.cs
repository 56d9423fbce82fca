using System.Runtime.CompilerServices;

namespace Pooling.Buffers;

/// <content>More shares than the group has indexes, and slices: further groups.</content>
internal sealed partial class ShareGroup
{
    /// <summary>Adds a share of any part of a message, in a group of its own.</summary>
    /// <returns><see langword="false"/> if the message has ended.</returns>
    internal static bool TryShare(in Share read, out SharedBuffer made)
    {
        ShareGroup group = RentChain(1);
        if (!TryPinFor(read, group, 1, out int groups))
        {
            made = default;
            return false;
        }

        made = new SharedBuffer(group, group.Open(read, IsSingle(groups + 1) ? Full(1) : First(1)));
        return true;
    }

    /// <summary>Adds shares to the group that is tried first, if it belongs to the same part of the same
    /// message.</summary>
    /// <returns><see langword="false"/> if it does not, or has no room.</returns>
    internal bool TryUseHint(in Share read, int count, out ShareGroup? hint, out long first)
    {
        first = 0;
        hint = Volatile.Read(ref _hint); // pairs with the write in Suggest
        if (hint is null)
            return false;

        // The hint may be of any earlier use of this group, and the group that it refers to may be pooled or used for
        // another message. Its fields are read after the word (acquire), and before the exchange: if that finds the
        // same word, the group was live in the same tenancy all the time, so the fields belong to it. Pairs with the
        // write in Publish and the exchange in TryEnd.
        long word = Volatile.Read(ref hint._word);
        while ((word & BitsMask) != 0 && count <= Size - NextOf(word)
            && Volatile.Read(ref hint._root) == read.Root && Volatile.Read(ref hint._rootTenancy) == read.Tenancy
            && Volatile.Read(ref hint._start) == read.Start && Volatile.Read(ref hint._length) == read.Length)
        {
            int next = NextOf(word);
            long seen = Interlocked.CompareExchange(ref hint._word, Added(word, next, count), word);
            if (seen == word)
            {
                first = (word & TenancyMask) | (long)next;
                return true;
            }

            word = seen;
        }

        return false;
    }

    /// <summary>Adds live groups to the root of a message.</summary>
    /// <param name="tenancy">The tenancy of the message.</param>
    /// <param name="count">The number of groups.</param>
    /// <param name="groups">The number of groups before.</param>
    /// <returns><see langword="false"/> if the message has ended.</returns>
    /// <exception cref="InvalidOperationException">There would be too many.</exception>
    internal bool TryPin(long tenancy, int count, out int groups)
    {
        // pairs with the write in Publish and the exchanges below and in Unpin and TryEnd
        long word = Volatile.Read(ref _word);
        while (true)
        {
            groups = GroupsOf(word);
            if ((word & TenancyMask) != tenancy || (word & LiveMask) == 0)
                return false;

            if (count > MaxGroups - groups)
                ThrowTooMany();

            // Pairs with the exchange in TryEnd and Unpin: the word becomes not live once, and nothing is added to it
            // afterwards.
            long seen = Interlocked.CompareExchange(ref _word, word + ((long)count << GroupsShift), word);
            if (seen == word)
                return true;

            word = seen;
        }
    }

    /// <summary>Adds a share when the group has no index left. The given share may have ended meanwhile.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool TryRetainFurther(long share, out SharedBuffer made)
    {
        made = default;
        if (!TryRead(share, out Share read))
            return false;

        if (TryUseHint(read, 1, out ShareGroup? hint, out long first))
        {
            made = new SharedBuffer(hint!, first);
            return true;
        }

        if (!TryShare(read, out made))
            return false;

        Suggest(made.Group!);
        return true;
    }

    /// <summary>Adds as many shares as the span holds when the group has too few indexes left.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal bool TryRetainFurther(long share, Span<SharedBuffer> made)
    {
        if (!TryRead(share, out Share read))
            return false;

        if (TryUseHint(read, made.Length, out ShareGroup? hint, out long first))
        {
            hint!.Fill(made, first);
            return true;
        }

        // needs no pairing: it decides only how many shares a group gets
        int known = GroupsOf(Volatile.Read(ref read.Root._word));
        int size = IsSingle(known + made.Length) ? 1 : Size;
        int groups = (made.Length + size - 1) / size;
        if (groups > MaxGroups)
            ThrowTooMany(); // before they are rented

        ShareGroup chain = RentChain(groups);
        if (!TryPinFor(read, chain, groups, out _))
            return false;

        OpenChain(chain, read, made, size);
        Suggest(made[^1].Group!);
        return true;
    }

    /// <summary>Remembers a group for the next share, unless it is full: in a checking mode, the collector must find a
    /// group of one share that was lost. Another thread may overwrite the hint, and this group may have been
    /// closed.</summary>
    private void Suggest(ShareGroup group)
    {
        if (NextOf(Volatile.Read(ref group._word)) < Size) // needs no pairing: a full group is a useless hint
            Volatile.Write(ref _hint, group); // publishes the group; pairs with the read in TryUseHint
    }

    /// <summary>Pins the root for a chain of owned groups. If that fails, they are given back.</summary>
    private static bool TryPinFor(in Share read, ShareGroup chain, int count, out int groups)
    {
        bool isPinned = false;
        try
        {
            return isPinned = read.Root.TryPin(read.Tenancy, count, out groups);
        }
        finally
        {
            if (!isPinned)
                GiveBackChain(chain);
        }
    }

    /// <summary>Releases the root for a group that has ended; the last one returns the array.</summary>
    private void Unpin()
    {
        // A full fence, as the exchange in TryEnd, with which and with itself it pairs.
        long word = Interlocked.Add(ref _word, -(1L << GroupsShift));
        if ((word & LiveMask) == 0)
            Close(word);
    }

    private static void ThrowTooMany() => Throw.InvalidOperation(
        $"A message can have at most {MaxShares} shares or {MaxGroups} slices at the same time. "
        + "Dispose unused shares first.");
}
