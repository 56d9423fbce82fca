using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading.Channels;
using System.Threading.Tasks.Sources;

namespace Pooling.Queues;

/// <summary>Reads the items of a channel in batches: as many as there are, or after a short wait as many as have
/// come.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
/// <remarks>
/// <para>For consumers whose work costs less for many items at once than for one: log shippers, database writers,
/// metrics pushers.</para>
/// <para>Ownership: an item belongs to the caller as soon as it is in a batch. No item is lost when a read is
/// cancelled, when the channel completes with an exception, or when the clock throws.</para>
/// <para>Thread safety: one read at a time; a second one throws. Other consumers may read the channel beside this
/// reader if the channel allows several readers.</para>
/// <para>Allocation: none at steady state, whether or not a read waits (on netstandard2.0, a read that waits
/// allocates).</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed partial class BatchReader<T> : IValueTaskSource
{
    private const int Reading = 1;

    private readonly ChannelReader<T> _reader;
    private readonly TimeProvider _timeProvider;
    private readonly Action _onMore;
    private readonly CancelledWake _cancelledWake;
    private ManualResetValueTaskSourceCore<bool> _woken;
    private ITimer? _timer;
    // of a wait for items, which may outlast its batch
    private ConfiguredValueTaskAwaitable<bool>.ConfiguredValueTaskAwaiter _more;
    private bool _isWaiting; // whether there is such a wait
    // whether it has called back: earlier, its source may be in the middle of completing, and must not be reset
    private bool _hasMore;
    private int _armed; // 1 while somebody may complete the task of a waiting read: the first one takes it to 0
    private int _reading;
    private Exception? _fault; // of a read that has returned items: the next one throws it

    // Of a read that has waited: its token, whether it was cancelled, and the thread that takes items meanwhile, or 0.
    private CancellationTokenRegistration _registration;
    private bool _isRegistered;
    private int _isCancelled;
    private int _taker;

    /// <summary>Initializes a new instance of the <see cref="BatchReader{T}"/> class.</summary>
    /// <param name="reader">The reading side of a channel, for example of a <see cref="RingChannel{T}"/>.</param>
    /// <param name="timeProvider">The clock; <see langword="null"/> for the system clock.</param>
    /// <exception cref="ArgumentNullException"><paramref name="reader"/> is <see langword="null"/>.</exception>
    public BatchReader(ChannelReader<T> reader, TimeProvider? timeProvider = null)
    {
        ArgumentNullException.ThrowIfNull(reader);

        _reader = reader;
        _timeProvider = timeProvider ?? TimeProvider.System;
        _onMore = OnMore;
        _cancelledWake = new CancelledWake(this);
    }

    private string DebuggerText => (_reader.CanCount ? $"Count = {_reader.Count}, " : "")
        + $"IsCompleted = {_reader.Completion.IsCompleted}";

    /// <summary>Returns what a debugger shows.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => DebuggerText;

    /// <summary>Waits for an item and reads it, together with those that are there or come soon.</summary>
    /// <param name="items">The memory to fill, from its start. The rest is not changed.</param>
    /// <param name="maxWait">The maximum time to wait for more items after the first one, unless the batch is full:
    /// <see cref="TimeSpan.Zero"/> to take only what is there, <see cref="Timeout.InfiniteTimeSpan"/> to wait until the
    /// batch is full or the channel is completed.</param>
    /// <param name="cancellationToken">Cancels the wait. If the batch has items by then, they are returned, and the
    /// next call throws. After the cancellation of a read that waits, nothing more is taken from the channel, even
    /// before the task has ended: the cancellation waits for an item that is just being taken. So do not cancel within
    /// a lock that the code waits for that the channel runs there: synchronous continuations of writers and of
    /// <see cref="ChannelReader{T}.Completion"/>, and the <c>Dispose</c> of items while a
    /// <see cref="RingChannel{T}"/> is disposed.</param>
    /// <returns>The number of items; 0 if the channel is completed and has no more.</returns>
    /// <exception cref="ArgumentException"><paramref name="items"/> is empty.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxWait"/> is negative and not infinite, or longer
    /// than a timer can wait.</exception>
    /// <exception cref="InvalidOperationException">Another read has not ended.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled, and the batch has no items.</exception>
    /// <remarks>If the channel was completed with an exception, the exception is thrown after all items are read. What
    /// the clock or the reader throws when the batch has items is thrown by the next call. The memory keeps references
    /// to what it holds: clear it after use if that matters.</remarks>
    public ValueTask<int> ReadBatchAsync(
        Memory<T> items, TimeSpan maxWait, CancellationToken cancellationToken = default)
    {
        if (items.IsEmpty)
            Throw.Argument("A batch must have room for at least one item.", nameof(items));

        ThrowIfNoWait(maxWait);
        // pairs with the write in End
        if (Interlocked.Exchange(ref _reading, Reading) == Reading)
        {
            Throw.InvalidOperation(
                "Another read of this batch reader has not ended. Await each read before the next one.");
        }

        // The usual case of a busy channel: a batch is there.
        int count = 0;
        try
        {
            ThrowFault();
            if (!cancellationToken.IsCancellationRequested)
                Take(items.Span, ref count);
        }
        catch (Exception exception) when (count > 0)
        {
            _fault = exception;
            End();
            return new ValueTask<int>(count);
        }
        catch
        {
            End();
            throw;
        }

        if (count < items.Length && !(count > 0 && maxWait == TimeSpan.Zero))
            return ReadSlow(items, count, maxWait, cancellationToken);

        End();
        return new ValueTask<int>(count);
    }

    void IValueTaskSource.GetResult(short token) => _woken.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _woken.GetStatus(token);

    void IValueTaskSource.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _woken.OnCompleted(continuation, state, token, flags);

    private static void ThrowIfNoWait(TimeSpan maxWait)
    {
        if (maxWait != Timeout.InfiniteTimeSpan)
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(maxWait, TimeSpan.Zero);
            ArgumentOutOfRangeException.ThrowIfGreaterThan(
                maxWait.TotalMilliseconds, uint.MaxValue - 1d, nameof(maxWait));
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> ReadSlow(
        Memory<T> items, int count, TimeSpan maxWait, CancellationToken cancellationToken)
    {
        try
        {
            long start = count > 0 ? _timeProvider.GetTimestamp() : 0; // of the first item
            while (true)
            {
                TimeSpan left = Timeout.InfiniteTimeSpan;
                if (count == 0)
                {
                    cancellationToken.ThrowIfCancellationRequested();
                }
                else if (maxWait != Timeout.InfiniteTimeSpan)
                {
                    left = maxWait - _timeProvider.GetElapsedTime(start);
                    if (left <= TimeSpan.Zero)
                        return count;
                }

                if (count > 0 && cancellationToken.IsCancellationRequested)
                    return count;

                if (!await WaitForMore(left, cancellationToken).ConfigureAwait(false))
                    return count;

                int before = count;
                TakeUnlessCancelled(items.Span, ref count);
                if (count == items.Length)
                    return count;

                if (before == 0 && count > 0)
                    start = _timeProvider.GetTimestamp();
            }
        }
        catch (Exception exception) when (count > 0)
        {
            _fault = exception;
            return count;
        }
        finally
        {
            if (_isRegistered)
                Unregister();

            End();
        }
    }

    /// <summary>Waits until there may be more items, or the time is over, or the token is cancelled.</summary>
    /// <returns><see langword="false"/> if the channel has ended.</returns>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> WaitForMore(TimeSpan left, CancellationToken cancellationToken)
    {
        bool isNew = !_isWaiting;
        if (isNew)
        {
#pragma warning disable CA2012 // consumed once, by this call or a later one
            _more = _reader.WaitToReadAsync(CancellationToken.None).ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
            if (_more.IsCompleted)
                return _more.GetResult();

            _more.UnsafeOnCompleted(_onMore);
            _isWaiting = true;
        }

        _woken.Reset();
        short version = _woken.Version;
        Interlocked.Exchange(ref _armed, 1); // before the check below, so that either it or OnMore sees the other

        // pairs with the write in OnMore, and with the exchange in Wake: if this takes it, nobody else completes
        // the task
        if (!Volatile.Read(ref _hasMore) || Interlocked.Exchange(ref _armed, 0) == 0)
            await WaitToBeWoken(version, left, cancellationToken).ConfigureAwait(false);

        if (!Volatile.Read(ref _hasMore)) // pairs with the write in OnMore
            return true; // the time is over, or the token was cancelled: the caller looks

        _isWaiting = _hasMore = false;
        try
        {
            return _more.GetResult();
        }
        catch (OperationCanceledException) when (!isNew)
        {
            return true; // the channel has cancelled the wait of an earlier read, for one of its caller's: ask again
        }
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask WaitToBeWoken(short version, TimeSpan left, CancellationToken cancellationToken)
    {
        try
        {
            if (left != Timeout.InfiniteTimeSpan)
                SetTimer(left);

            if (_isRegistered)
                WakeIfCancelled();
            else if (cancellationToken.CanBeCanceled)
                Register(cancellationToken);
        }
        catch
        {
            Wake(); // so that the task is completed, by this call or by another one
            await new ValueTask(this, version).ConfigureAwait(false);
            throw;
        }

        await new ValueTask(this, version).ConfigureAwait(false);
        if (left != Timeout.InfiniteTimeSpan)
            SetTimer(Timeout.InfiniteTimeSpan);
    }

    // The continuation of the wait for items.
    private void OnMore()
    {
        Volatile.Write(ref _hasMore, true); // pairs with the reads in WaitForMore
        Wake();
    }

    /// <summary>Ends the wait of a read, if one waits. A call that comes too late ends the next wait, which then looks
    /// and waits again.</summary>
    private void Wake()
    {
        if (Interlocked.Exchange(ref _armed, 0) == 1) // pairs with the exchanges in WaitForMore, and with itself
            _woken.SetResult(true);
    }

    private void SetTimer(TimeSpan due)
    {
        _timer ??= DetachedTimer.Create(_timeProvider, static reader => ((BatchReader<T>)reader!).Wake(), this);
        _timer.Change(due, Timeout.InfiniteTimeSpan);
    }

    private void Take(Span<T> items, ref int count)
    {
        while (count < items.Length && _reader.TryRead(out T? item))
            items[count++] = item;
    }

    private void ThrowFault()
    {
        if (_fault is not { } fault)
            return;

        _fault = null;
        ExceptionDispatchInfo.Capture(fault).Throw();
    }

    private void End() => Volatile.Write(ref _reading, 0); // pairs with the exchange in ReadBatchAsync

    private sealed class CancelledWake(BatchReader<T> reader) : IThreadPoolWorkItem
    {
        void IThreadPoolWorkItem.Execute() => reader.Wake();
    }
}
