using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text.Json;
using Pooling.Buffers;
using Pooling.Objects;

namespace Pooling.Json;

/// <content>The buffer that the writer writes to, its growth, and the synchronous drain.</content>
internal sealed partial class JsonOutput
{
    // A buffer of this size is never too large to keep.
    private const int UsualBytes = 16 * 1024;

    // The size that the writer requests after its first memory.
    private const int MinimumCapacity = 4096;

    // The largest array that is rented at once because recent documents were large.
    private const int MaxExpectedBytes = 1024 * 1024;

    private int _expected = MinimumCapacity; // the initial capacity of the next document if no array was kept

    public void Advance(int count)
    {
        if (_limit < 0)
            return; // the rest of a document that is already lost

        if ((uint)count > (long)_buffer.Length - _written)
            ThrowUsedTwice(); // the writer only holds memory of this buffer, so the buffer was replaced

        _written += count;
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        int free = _limit - _written;
        return (uint)sizeHint < (long)free ? new Memory<byte>(_buffer, _written, free) : GetMemorySlow(sizeHint);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private Memory<byte> GetMemorySlow(int sizeHint)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sizeHint);
        ThrowIfNotOpen();

        int needed = Math.Max(sizeHint, 1);
        if (_written > _threshold - needed && _written > 0 && DrainsByItself)
        {
            ReleaseMemory();
            DrainAndResume(flushes: false);
        }

        if (needed > Math.Min(_buffer.Length, _maxCapacity) - _written || IsTooLarge(needed))
            ReplaceAndResume(needed);

        _limit = Bound; // lower after an asynchronous drain of a large buffer
        if (Clears)
            OfferInSteps(needed);

        return new Memory<byte>(_buffer, _written, Math.Max(_limit - _written, needed));
    }

    /// <summary>Whether the buffer grew for one large value, which the target has by now, and the next values do not
    /// need it.</summary>
    private bool IsTooLarge(int needed) =>
        _written == 0 && _buffer.Length > 2L * Math.Max(PieceLength, Math.Max(_maxRetained, UsualBytes))
            && needed <= _buffer.Length / 4;

    /// <summary>The end of what may be offered unless more is needed.</summary>
    private int Bound => Math.Min(Math.Min(_buffer.Length, _maxCapacity), _threshold);

    /// <summary>Offers only a part of the buffer, which is cleared up to the end of what was offered.</summary>
    private void OfferInSteps(int needed)
    {
        _limit = (int)Math.Min(_written + (long)Math.Max(needed, Math.Max(_written, ClearingStep)), _limit);
        _offered = Math.Max(_offered, Math.Max(_limit, _written + needed));
    }

    /// <summary>Returns how much of a discarded array must be cleared.</summary>
    private int TakeOffered(byte[] array)
    {
        int offered = Math.Min(_offered, array.Length);
        _offered = 0;
        return offered;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ClearBuffer() => Array.Clear(_buffer, 0, TakeOffered(_buffer));

    /// <summary>Sends the committed bytes to the target. The writer holds no memory.</summary>
    /// <param name="flushes">Whether the user asked for it, so that a stream is flushed.</param>
    private void Drain(bool flushes)
    {
        int count = _written;
        _limit = Closed;
        _state = JsonOutputState.Busy; // a target that calls back finds this output closed
        if (_targetRental != NoRental)
            ThrowIfTargetEnded();

        if (_stream is { } stream)
            Drain(stream, count, flushes);
        else
            CopyTo(_bufferWriter!, new ReadOnlySpan<byte>(_buffer, 0, count));
    }

    private void Drain(Stream stream, int count, bool flushes)
    {
        if (count > 0)
            stream.Write(_buffer, 0, count);

        if (flushes && _state == JsonOutputState.Busy) // otherwise the write has ended the lease
            stream.Flush();
    }

    /// <summary>Throws if the rental of a pooled target has ended. It may have another renter, who must not get this
    /// document.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ThrowIfTargetEnded()
    {
        if (_bufferWriter is PooledArrayBufferWriter<byte> writer)
            writer.ThrowIfNotIn(_targetRental);
        else if (_bufferWriter is SegmentedBufferWriter segmented)
            segmented.ThrowIfNotIn(_targetRental);
    }

    private void DrainAndResume(bool flushes)
    {
        ScanDrained();
        try
        {
            Drain(flushes);
        }
        catch
        {
            Fail();
            throw;
        }

        if (_state != JsonOutputState.Busy)
            ThrowNotOpen(); // the target has ended the lease

        _written = 0;
        Resume();
    }

    /// <summary>Moves to another array. The array pool may throw before or after its work, use the lease, or end it:
    /// meanwhile the writer holds no memory, it gets none, and a lease that ends is not kept.</summary>
    private void ReplaceAndResume(int needed)
    {
        ReleaseMemory();
        MagazineStore? store = _store;
        _limit = Closed;
        _state = JsonOutputState.Growing;
        _store = null;
        try
        {
            Replace(needed);
        }
        catch
        {
            Break();
            throw;
        }
        finally
        {
            _store = store;
        }

        Resume();
    }

    private void Resume()
    {
        _limit = Bound & _openMask;
        _state = JsonOutputState.Open;
    }

    private void Fail()
    {
        if (_state is JsonOutputState.Idle or JsonOutputState.Misused)
            return; // the lease has ended

        _limit = Closed;
        _state = JsonOutputState.Failed;
    }

    /// <summary>Ends a document that cannot continue. The target can still get what came before.</summary>
    private void Break()
    {
        ReleaseMemory();
        Fail();
        if (_threshold == Never || _state != JsonOutputState.Failed)
            return;

        DropDocument(); // now, because the user may reset the writer, or dispose it, before the lease ends
        _state = JsonOutputState.Broken;
    }

    /// <summary>Moves to a larger array, or to a smaller one if the buffer is empty.</summary>
    private void Replace(int needed)
    {
        long required = (long)_written + needed;
        if (required > _maxCapacity)
            throw new BufferCapacityExceededException(required, _maxCapacity, "byte", PoolName);

        long doubled = Math.Min(Math.Max(2L * _written, _expected), Math.Min(_threshold, _maxCapacity));
        byte[] old = _buffer;
        byte[] next = RentedArray.Rent(ArrayPool, (int)Math.Max(required, doubled));
        if (_state != JsonOutputState.Growing)
        {
            RentedArray.Return(ArrayPool, next, clear: 0);
            ThrowNotOpen();
        }

        new ReadOnlySpan<byte>(old, 0, _written).CopyTo(next);
        if (!TryExchange(old, next))
        {
            RentedArray.Return(ArrayPool, next, Clears ? _written : 0);
            ThrowUsedTwice();
        }

        int offered = TakeOffered(old);
        _offered = Clears ? _written : 0;
        if (old.Length > 0) // so the first growth does not compile the return
            RentedArray.Return(ArrayPool, old, offered);

        if (_state != JsonOutputState.Growing)
            ThrowNotOpen();
    }

    /// <summary>Replaces one array with another, and charges the budget for it.</summary>
    /// <returns><see langword="false"/> if the array was already replaced, because two threads use the writer; nothing
    /// was changed.</returns>
    private bool TryExchange(byte[] old, byte[] next)
    {
        _charge.Add(next.Length); // first, so that no kept array is ever uncharged
        // pairs with itself and with the exchange in TakeBuffer
        bool exchanged = Interlocked.CompareExchange(ref _buffer, next, old) == old;
        _charge.Add(-(exchanged ? old : next).Length);
        return exchanged;
    }

    /// <summary>Takes the array out, to keep or to return it.</summary>
    private byte[] TakeBuffer()
    {
        // pairs with itself and with the exchange in TryExchange: one of several racing calls gets the array
        byte[] array = Interlocked.Exchange(ref _buffer, []);
        _charge.Add(-array.Length);
        return array;
    }

    [DoesNotReturn]
    private static void ThrowUsedTwice() =>
        Throw.InvalidOperation(
            "The writer is used by two threads at the same time. Use a lease on one thread at a time.");

    /// <summary>Returns a large array, remembers the size of the documents, and leaves this output idle.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ForgetBuffer()
    {
        byte[] array = TakeBuffer();
        int offered = TakeOffered(array);
        Expect(array.Length, _written);
        LeaveIdle(); // first: the array pool may throw
        RentedArray.Return(ArrayPool, array, offered);
    }

    // The next document starts with the same capacity, or with half of it if this one needed little.
    private void Expect(int capacity, int written) =>
        _expected = Math.Min(
            MaxExpectedBytes, written > capacity / 4 ? capacity : Math.Max(MinimumCapacity, capacity / 2));

    internal static void CopyTo(IBufferWriter<byte> target, ReadOnlySpan<byte> source)
    {
        while (true)
        {
            Span<byte> destination = target.GetSpan();
            if (destination.IsEmpty)
                Throw.InvalidOperation("The target returned an empty buffer; it must not be empty.");

            if (destination.Length >= source.Length)
            {
                source.CopyTo(destination);
                target.Advance(source.Length);
                return;
            }

            source[..destination.Length].CopyTo(destination);
            target.Advance(destination.Length);
            source = source[destination.Length..];
        }
    }

    [DoesNotReturn]
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ThrowNotOpen()
    {
        switch (_state)
        {
            case JsonOutputState.Idle or JsonOutputState.Misused:
                _state = JsonOutputState.Misused;
                ThrowEnded(nameof(Utf8JsonWriter));
                break;
            case JsonOutputState.Busy when _isAsynchronous:
                throw new InvalidOperationException(
                    "The lease was used while its target was being written to. Await that first.");
            case JsonOutputState.Busy:
                throw new InvalidOperationException("The target used the lease that was writing to it.");
            case JsonOutputState.Growing:
                throw new InvalidOperationException("The array pool used the lease that was renting from it.");
            default:
                throw new InvalidOperationException(
                    "The document is incomplete, because its target, its buffer or the source of a value failed. "
                    + "Dispose the lease.");
        }
    }
}
