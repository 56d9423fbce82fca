using System.Buffers;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <summary>The memory of a shared message and the count of its shares: pooled, and used for one message after another.</summary>
/// <remarks>Invariant: the word holds the tenancy, which is incremented when the message is rented, and the number of live shares. While
/// that number is not 0, the array belongs to the tenancy. Only a share increments the number, by a compare-and-swap that expects its own
/// tenancy and a number above 0; only a share that ended, which happens once, decrements it. So it drops to 0 once in each tenancy. Whoever
/// makes it 0 is the only owner of the array and the message, and a late retain finds 0 or another tenancy, and is refused. A message whose
/// 40-bit tenancy would wrap is dropped.</remarks>
internal sealed class SharedMessage
{
    internal const int CountBits = 24;
    internal const long CountMask = (1L << CountBits) - 1;
    internal const int MaxHolders = 65_536;

    private static readonly MagazineStore s_messages = new(nameof(SharedBuffer), new StoreOptions { MaxPerThread = 32 });

    // One broadcast may have a share for each of thousands of connections; each takes 56 bytes, and a trim drops those that are not needed
    // again.
    private static readonly MagazineStore s_holders = new(nameof(SharedHolder), new StoreOptions { MaxRetained = MaxHolders });

    private readonly SharedHolder _firstHolder;
    private byte[] _array = [];
    private ArrayPool<byte> _pool = ArrayPool<byte>.Shared;
    private int _clear; // bytes to clear before the array goes back
    private long _word; // tenancy and count

    private SharedMessage()
    {
        if (!s_messages.KeepsNothing)
        {
            _firstHolder = new SharedHolder(this);
            return;
        }

        // For one tenancy, with a holder that is returned like the others, so that the return of the first share is remembered.
        _firstHolder = new SharedHolder();
        _word = (LastTenancy - 1) << CountBits;
        s_holders.CountCreated();
    }

    /// <summary>The counters of messages and shares.</summary>
    internal static (PoolStatistics Messages, PoolStatistics Holders) Statistics => (s_messages.GetStatistics(), s_holders.GetStatistics());

    /// <summary>The array of the current tenancy. A share that is still live after this read has read its own array.</summary>
    // so that the share's version is read afterwards; pairs with the exchanges in SharedHolder.TryEnd and Release
    internal byte[] Array => Volatile.Read(ref _array);

    /// <summary>The pool that the array is returned to. For tests.</summary>
    internal ArrayPool<byte> Pool => _pool;

    /// <summary>The word. For tests, which set it to reach its limits.</summary>
    internal ref long Word => ref _word;

    /// <summary>Creates a message with one share from a rented array. If that fails, the array is returned.</summary>
    internal static SharedBuffer Start(byte[] array, int length, ArrayPool<byte> pool, bool clears)
    {
        SharedMessage? message = null;
        try
        {
            message = (SharedMessage?)s_messages.TryPop() ?? RentSlow();
        }
        finally
        {
            if (message is null)
                RentedArray.Return(pool, array, clears ? length : 0);
        }

        message._array = array;
        message._pool = pool;
        message._clear = clears ? length : 0;
        long word = (message._word & ~CountMask) + (1L << CountBits) + 1; // the next tenancy, one share
        SharedHolder holder = message._firstHolder;
        holder.Set(new Share { Message = message, Array = array, Tenancy = word >> CountBits, Start = 0, Length = length });

        // Releases the writes above to a late retain that finds this tenancy by mistake: pairs with the read in TryAdd.
        Volatile.Write(ref message._word, word);
        return new SharedBuffer(holder);
    }

    /// <summary>Adds a share.</summary>
    /// <returns><see langword="false"/> if the tenancy has ended.</returns>
    internal static bool TryShare(in Share share, out SharedBuffer made)
    {
        // The count first: it pins the message, whatever happens to the share that it was read from. If there is no holder, the count is
        // released.
        if (!share.Message.TryAdd(share.Tenancy))
        {
            made = default;
            return false;
        }

        SharedHolder? holder = null;
        try
        {
            holder = (SharedHolder?)s_holders.TryPop() ?? RentHolderSlow();
        }
        finally
        {
            if (holder is null)
                share.Message.Release();
        }

        holder.Set(share);
        made = new SharedBuffer(holder);
        return true;
    }

    /// <summary>Counts the end of a share that has already ended.</summary>
    internal static bool RefuseReturn() => s_holders.RefuseReturn();

    internal static void GiveBack(SharedHolder holder)
    {
        if (!s_holders.TryPush(holder))
            s_holders.PushSlow(holder); // or drops it
    }

    /// <summary>Releases one count; the last one returns the array and the message.</summary>
    internal void Release()
    {
        // A full fence: the holder's reads come before, and the last releaser sees what others did before they released their counts. Pairs
        // with the exchange in TryAdd, which never increments a count of 0, and with the other releases.
        long word = Interlocked.Decrement(ref _word);
        if ((word & CountMask) == 0)
            End(word >> CountBits);
    }

    private bool TryAdd(long tenancy)
    {
        long word = Volatile.Read(ref _word); // pairs with the exchanges below and in Release, and with the write in Start
        while (true)
        {
            if (word >> CountBits != tenancy || (word & CountMask) == 0)
                return false;

            if ((word & CountMask) == CountMask)
                Throw.InvalidOperation($"A message can have at most {CountMask} shares at the same time. Dispose unused shares first.");

            // Pairs with the exchange in Release: the count becomes 0 once, and is not incremented afterwards.
            long seen = Interlocked.CompareExchange(ref _word, word + 1, word);
            if (seen == word)
                return true;

            word = seen;
        }
    }

    private void End(long tenancy)
    {
        byte[] array = _array;
        ArrayPool<byte> pool = _pool;
        int clear = _clear;
        _array = []; // a pooled message keeps nothing alive
        _pool = ArrayPool<byte>.Shared;
        if (tenancy == LastTenancy)
            s_messages.CountDropped(DropReason.Failed, this);
        else if (!s_messages.TryPush(this))
            s_messages.PushSlow(this); // or drops it

        RentedArray.Return(pool, array, clear);
    }

    private static long LastTenancy => -1; // 40 bits, with the sign: 1, 2, ... up to the largest, then from the smallest to this one

    private static SharedMessage RentSlow()
    {
        SharedMessage message = (SharedMessage?)s_messages.PopSlow() ?? Create();
        if (s_messages.Mode != PoolingMode.Off)
            s_messages.NoteRented(message);

        return message;
    }

    private static SharedHolder RentHolderSlow()
    {
        SharedHolder holder = (SharedHolder?)s_holders.PopSlow() ?? CreateHolder();
        if (s_holders.Mode != PoolingMode.Off)
            s_holders.NoteRented(holder);

        return holder;
    }

    private static SharedMessage Create()
    {
        SharedMessage? made = null;
        try
        {
            return made = new SharedMessage();
        }
        finally
        {
            if (made is null)
                s_messages.CountNotCreated();
        }
    }

    private static SharedHolder CreateHolder()
    {
        SharedHolder? made = null;
        try
        {
            return made = new SharedHolder();
        }
        finally
        {
            if (made is null)
                s_holders.CountNotCreated();
        }
    }
}
