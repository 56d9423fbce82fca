using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Pooling.Buffers;

namespace Pooling.Json;

/// <content>What the writer writes into: the buffer, its growth, and the drain.</content>
internal sealed partial class JsonOutput
{
    // A buffer of so many bytes is never too large to go on with.
    private const int UsualBytes = 16 * 1024;

    // What the writer asks for when it goes on after its first memory.
    private const int MinimumCapacity = 4096;

    // The most that is rented at once because recent documents were large.
    private const int MaxExpectedBytes = 1024 * 1024;

    private int _expected = MinimumCapacity; // the capacity that the next document starts with if no array was kept

    public void Advance(int count)
    {
        if (_limit < 0)
            return; // the rest of a document that is lost already

        if ((uint)count > (long)_buffer.Length - _written)
            ThrowUsedTwice(); // the writer holds memory of this buffer only: so it is another one by now

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
            DrainAndResume();

        if (needed > Math.Min(_buffer.Length, _maxCapacity) - _written || IsTooLarge(needed))
            ReplaceAndResume(needed);

        _limit = Bound; // less after an asynchronous drain of a large buffer
        if (Clears)
            OfferInSteps(needed);

        return new Memory<byte>(_buffer, _written, Math.Max(_limit - _written, needed));
    }

    /// <summary>Whether the buffer grew for one large value, which is with the target now, and the next ones do not need it.</summary>
    private bool IsTooLarge(int needed) =>
        _written == 0 && _buffer.Length > 2L * Math.Max(PieceLength, Math.Max(_maxRetained, UsualBytes)) && needed <= _buffer.Length / 4;

    /// <summary>The end of what may be offered if no more is needed.</summary>
    private int Bound => Math.Min(Math.Min(_buffer.Length, _maxCapacity), _threshold);

    /// <summary>Offers less than all of the buffer, which is to be cleared as far as it was offered.</summary>
    private void OfferInSteps(int needed)
    {
        _limit = (int)Math.Min(_written + (long)Math.Max(needed, Math.Max(_written, ClearingStep)), _limit);
        _offered = Math.Max(_offered, Math.Max(_limit, _written + needed));
    }

    /// <summary>What is to be cleared of an array that goes away.</summary>
    private int TakeOffered(byte[] array)
    {
        int offered = Math.Min(_offered, array.Length);
        _offered = 0;
        return offered;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ClearBuffer() => Array.Clear(_buffer, 0, TakeOffered(_buffer));

    /// <summary>Sends what is committed to the target.</summary>
    private void Drain()
    {
        int count = _written;
        _limit = -1;
        _state = JsonOutputState.Busy; // so that a target that calls back finds this output closed
        if (_stream is not null)
            _stream.Write(_buffer, 0, count);
        else
            CopyTo(_bufferWriter!, new ReadOnlySpan<byte>(_buffer, 0, count));
    }

    private void DrainAndResume()
    {
        try
        {
            Drain();
        }
        catch
        {
            Fail();
            throw;
        }

        EndDrain();
    }

    private void ReplaceAndResume(int needed)
    {
        try
        {
            Replace(needed);
        }
        catch
        {
            Break(); // the writer has committed, and kept memory that it must not write to any more
            throw;
        }

        ThrowIfNotOpen(); // the array pool, or another thread, may have ended the lease
        Resume();
    }

    private void Resume()
    {
        _limit = Bound & _openMask;
        _state = JsonOutputState.Open;
    }

    private void Fail()
    {
        if (_state is JsonOutputState.Idle)
            return;

        _limit = -1;
        _state = JsonOutputState.Failed;
    }

    /// <summary>Ends a document that cannot go on. What was written to an asynchronous target is still brought there when the lease
    /// ends.</summary>
    private void Break()
    {
        if (!_isAsynchronous || _state != JsonOutputState.Open)
        {
            Fail();
            return;
        }

        ReleaseMemory();
        _limit = -1;
        _state = JsonOutputState.Broken;
    }

    /// <summary>Takes a larger array, or a smaller one if the buffer is empty.</summary>
    private void Replace(int needed)
    {
        long required = (long)_written + needed;
        if (required > _maxCapacity)
            throw new BufferCapacityExceededException(required, _maxCapacity);

        long doubled = Math.Min(Math.Max(2L * _written, _expected), Math.Min(_threshold, _maxCapacity));
        byte[] next = RentedArray.Rent(_arrays, (int)Math.Max(required, doubled));
        byte[] old = _buffer;
        new ReadOnlySpan<byte>(old, 0, _written).CopyTo(next);
        if (!TryExchange(old, next))
        {
            RentedArray.Return(_arrays, next, Clears ? _written : 0);
            ThrowUsedTwice();
        }

        int offered = TakeOffered(old);
        _offered = Clears ? _written : 0;
        RentedArray.Return(_arrays, old, offered);
    }

    /// <summary>Puts one array into the place of another, and says so to the budget.</summary>
    /// <returns><see langword="false"/> if the other one is not there any more, since two threads use the writer; nothing was
    /// changed.</returns>
    private bool TryExchange(byte[] old, byte[] next)
    {
        _charge.Add(next.Length); // first, so that no array is ever kept that is not charged
        // pairs with itself and with the exchange of TakeBuffer
        bool exchanged = Interlocked.CompareExchange(ref _buffer, next, old) == old;
        _charge.Add(-(exchanged ? old : next).Length);
        return exchanged;
    }

    /// <summary>Takes the array out, for good or to give it back.</summary>
    private byte[] TakeBuffer()
    {
        // pairs with itself and with that of TryExchange: of all that race one gets it
        byte[] array = Interlocked.Exchange(ref _buffer, []);
        _charge.Add(-array.Length);
        return array;
    }

    [DoesNotReturn]
    private static void ThrowUsedTwice() => Throw.InvalidOperation("The writer is used by two threads at a time.");

    /// <summary>Gives a large array back, and remembers how large the documents are.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void ForgetBuffer()
    {
        byte[] array = TakeBuffer();
        Expect(array.Length, _written);
        RentedArray.Return(_arrays, array, TakeOffered(array));
    }

    // The next document starts with as much, or with half of it if this one had needed little.
    private void Expect(int capacity, int written) =>
        _expected = Math.Min(MaxExpectedBytes, written > capacity / 4 ? capacity : Math.Max(MinimumCapacity, capacity / 2));

    internal static void CopyTo(IBufferWriter<byte> target, ReadOnlySpan<byte> source)
    {
        while (true)
        {
            Span<byte> destination = target.GetSpan();
            if (destination.IsEmpty)
                Throw.InvalidOperation("The target gave no memory to write to.");

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
                throw new ObjectDisposedException(nameof(PooledUtf8JsonWriter));
            case JsonOutputState.Busy when _isAsynchronous:
                throw new InvalidOperationException("The lease was used while its target was being written to; await that first.");
            case JsonOutputState.Busy:
                throw new InvalidOperationException("The target wrote to the lease that was writing to it.");
            default:
                throw new InvalidOperationException(
                    "The document is incomplete: its target, its buffer or the source of a value failed. The lease can only be ended.");
        }
    }
}
