using System.Buffers;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Json;

/// <content>Handing the content over, in the buffer's array or in a copy.</content>
internal sealed partial class JsonOutput
{
    /// <summary>Hands the content over, and starts a new document.</summary>
    internal PooledArray<byte> Detach()
    {
        CommitOwn();
        int written = _written;
        if (written == 0)
            return new PooledArray<byte>(0);

        byte[] array = _buffer;
        if (RentedArray.IsCopied(array, written, isRented: true) && CopyContent(array, written) is { } copy)
            return DetachCopy(copy, written);

        var owner = new PooledArray<byte>(array, written, ArrayPool, Clears);
        Expect(array.Length, written);
        if (!TryExchange(array, []))
            ThrowUsedTwice(); // this owner is discarded

        int offered = TakeOffered(array);
        if (offered > written)
            Array.Clear(array, written, offered - written); // the owner clears what it exposes

        StartAnew(limit: 0);
        return owner;
    }

    private PooledArray<byte> DetachCopy(byte[] copy, int written)
    {
        PooledArray<byte>? owner = null;
        try
        {
            owner = new PooledArray<byte>(copy, written, ArrayPool, Clears);
        }
        finally
        {
            if (owner is null)
                RentedArray.Return(ArrayPool, copy, Clears ? written : 0);
        }

        if (_offered > 0)
            ClearBuffer();

        StartAnew(Bound & _openMask);
        return owner;
    }

    private void StartAnew(int limit)
    {
        _written = 0;
        _limit = limit;
        TryResetWriter(); // a writer that the user has disposed stays disposed
    }

    /// <summary>Copies the content to an array that is not longer. The array pool may throw, use the lease, or end it,
    /// as in <see cref="ReplaceAndResume"/>; but if it throws, the document can continue.</summary>
    /// <returns><see langword="null"/> if the pool has none.</returns>
    private byte[]? CopyContent(byte[] array, int written)
    {
        ReleaseMemory();
        MagazineStore? store = _store;
        _limit = Closed;
        _state = JsonOutputState.Growing;
        _store = null;
        byte[]? copy = RentCopy(ArrayPool, array, written, out FirstFault fault);
        _store = store;
        bool hasEnded = _state != JsonOutputState.Growing;
        if (!hasEnded)
            Resume();

        fault.Throw();
        if (hasEnded)
        {
            RentedArray.Return(ArrayPool, copy ?? [], clear: 0);
            ThrowNotOpen();
        }

        if (copy is null)
            return null;

        new ReadOnlySpan<byte>(array, 0, written).CopyTo(copy);
        // the copy comes before the read below; a compare-and-swap of one value for itself is what Mono compiles
        // wrongly
        Interlocked.MemoryBarrier();
        // pairs with the exchanges in TryExchange and TakeBuffer: nobody else had the array while it was read
        if (Volatile.Read(ref _buffer) != array)
        {
            RentedArray.Return(ArrayPool, copy, Clears ? written : 0);
            ThrowUsedTwice();
        }

        return copy;
    }

    private static byte[]? RentCopy(ArrayPool<byte> pool, byte[] array, int length, out FirstFault fault)
    {
        fault = default;
        try
        {
            byte[] copy = RentedArray.Rent(pool, length);
            if (copy.Length <= array.Length)
                return copy;

            RentedArray.Return(pool, copy, clear: 0);
        }
#pragma warning disable CA1031 // thrown by the caller
        catch (Exception exception)
#pragma warning restore CA1031
        {
            fault = FirstFault.Of(exception);
        }

        return null;
    }
}
