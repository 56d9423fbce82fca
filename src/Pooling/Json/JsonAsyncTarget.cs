using System.Diagnostics;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace Pooling.Json;

/// <summary>Drains an output to its target asynchronously, one drain at a time, and tracks what is awaited in the
/// meantime.</summary>
/// <remarks>
/// <para>An output creates it when it first needs it, and keeps it, so that even a drain that has to wait does not
/// allocate.</para>
/// <para>A drain may end on any thread, while another thread ends the lease. <c>_phase</c> alone decides between
/// them:</para>
/// <list type="table">
/// <item><term>Resting</term><description>No drain; whoever uses or ends the lease owns the
/// output.</description></item>
/// <item><term>Draining</term><description>Whoever ends the drain owns the output, and the target reads its
/// buffer.</description></item>
/// <item><term>Waited for</term><description>The same, and the lease ends once the drain has
/// ended.</description></item>
/// <item><term>Abandoned</term><description>The lease was discarded meanwhile. The buffer is left to the target, the
/// drain fails, and the output and this object are never leased again.</description></item>
/// </list>
/// <para>Invariant: the thread that ends a drain first brings the output up to date and then changes the phase, which
/// publishes that. Afterwards this thread must not touch either object: they may belong to another lease. The exception
/// is the result of a drain that had to wait: until that is observed, they are not leased again.</para>
/// </remarks>
internal sealed partial class JsonAsyncTarget : IValueTaskSource<bool>
{
    private const int Resting = 0;
    private const int Draining = 1;
    private const int WaitedFor = 2;
    private const int Abandoned = 3;

    private readonly JsonOutput _output;
    private readonly Action _endWrite; // created once, as the delegate that awaiters need
    private readonly Action _endFlush;
    private Stream? _stream; // exactly one of these two is set while leased
    private PipeWriter? _pipe;
    private Stream? _flushNext; // flushed after the write in progress
    private CancellationToken _flushToken;
    private ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter _write;
    private ConfiguredValueTaskAwaitable<FlushResult>.ConfiguredValueTaskAwaiter _flush;
    private ManualResetValueTaskSourceCore<bool> _drained;
    private Exception? _fault; // the exception of the last drain that had to wait, until it is observed
    private int _phase; // the state of the drain; changed by exchanges while one is in progress
    private bool _isAwaited;
    private TaskCompletionSource<bool>? _waiter; // completes when the drain ends, for a lease that ends in the meantime

    internal JsonAsyncTarget(JsonOutput output)
    {
        _output = output;
        _endWrite = EndWrite;
        _endFlush = EndFlush;
    }

    /// <summary>The maximum number of bytes that the output is meant to hold back.</summary>
    internal int Threshold { get; private set; }

    /// <summary>Whether the target accepts no more bytes.</summary>
    internal bool IsRefusing { get; private set; }

    /// <summary>Whether the lease was discarded while the drain was in progress.</summary>
    private bool IsAbandoned => Volatile.Read(ref _phase) == Abandoned; // pairs with the compare-and-swap in TryAbandon

    /// <summary>Whether the result of a drain that had to wait was not observed yet; its completion may still use this
    /// object.</summary>
    internal bool IsAwaited => Volatile.Read(ref _isAwaited); // pairs with the write in GetResult

    /// <summary>The exception of a drain whose result was not observed.</summary>
    internal Exception? UntakenFault => IsAwaited ? _fault : null;

    /// <summary>The number of bytes at which they are drained: slightly below the threshold, so that the next value
    /// still fits.</summary>
    internal int DrainAt { get; private set; }

    internal void Open(Stream? stream, PipeWriter? pipe, int threshold)
    {
        _stream = stream;
        _pipe = pipe;
        Threshold = threshold;
        DrainAt = threshold - threshold / 8;
        IsRefusing = false;
        _isAwaited = false;
    }

    /// <param name="isInUse">Whether a drain is still in progress, or its result is awaited.</param>
    internal void Forget(bool isInUse)
    {
        _stream = null;
        _pipe = null;
        _flushNext = null;
        _flushToken = default;
        _fault = null;
        _waiter = null;
        if (!isInUse)
            _drained.Reset(); // it references the awaiter and the exception
    }

    /// <summary>Sends the start of an array, which must not change until the task completes.</summary>
    /// <param name="array">The array.</param>
    /// <param name="count">The number of bytes.</param>
    /// <param name="flushes">Whether to flush a stream, too. A pipe is always flushed.</param>
    /// <param name="cancellationToken">A token that cancels it.</param>
    /// <returns><see langword="false"/> if the target accepts no more bytes.</returns>
    internal ValueTask<bool> DrainAsync(byte[] array, int count, bool flushes, CancellationToken cancellationToken)
    {
        Debug.Assert((count > 0 || flushes) && !IsRefusing, "There is nothing to drain.");
        Volatile.Write(ref _phase, Draining); // pairs with the read in WaitForDrain
        return _pipe is null
            ? WriteAsync(array, count, flushes, cancellationToken)
            : FlushAsync(array, count, cancellationToken);
    }

    /// <summary>Waits for the drain in progress.</summary>
    /// <returns><see langword="null"/> if there is none; its changes are then visible.</returns>
    internal Task<bool>? WaitForDrain()
    {
        if (Volatile.Read(ref _phase) == Resting) // pairs with the compare-and-swap in EndDrain
            return null;

        var waiter = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        _waiter = waiter;
        // pairs with the compare-and-swap in EndDrain
        return Interlocked.CompareExchange(ref _phase, WaitedFor, Draining) == Draining
            ? waiter.Task
            : null;
    }

    /// <summary>Abandons the drain in progress, which then fails.</summary>
    /// <returns><see langword="false"/> if there is none; its changes are then visible.</returns>
    internal bool TryAbandon() =>
        Volatile.Read(ref _phase) != Resting // both pair with the compare-and-swap in EndDrain
        && Interlocked.CompareExchange(ref _phase, Abandoned, Draining) == Draining;

    /// <summary>Ends the drain before its awaiter, which may begin the next one, continues. The output is up to
    /// date.</summary>
    /// <exception cref="ObjectDisposedException">The lease was discarded, and <paramref name="exception"/> is
    /// <see langword="null"/>.</exception>
    internal void EndDrain(Exception? exception)
    {
        // pairs with the compare-and-swaps in WaitForDrain and TryAbandon, and with the reads there
        switch (Interlocked.CompareExchange(ref _phase, Resting, Draining))
        {
            case WaitedFor:
                EndWait(exception);
                break;
            case Abandoned:
                _output.EndAbandoned();
                if (exception is null)
                    _output.ThrowEnded(nameof(PooledAsyncUtf8JsonWriter));

                break;
        }
    }

    bool IValueTaskSource<bool>.GetResult(short token)
    {
        bool isPending = _drained.GetStatus(token) == ValueTaskSourceStatus.Pending;
        try
        {
            return _drained.GetResult(token);
        }
        finally
        {
            if (!isPending)
            {
                // last, as this may then serve another lease; pairs with the read in IsAwaited
                Volatile.Write(ref _isAwaited, false);
            }
        }
    }

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _drained.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(Action<object?> continuation, object? state, short token,
        ValueTaskSourceOnCompletedFlags flags) =>
        _drained.OnCompleted(continuation, state, token, flags);

    private ValueTask<bool> WriteAsync(byte[] array, int count, bool flushes, CancellationToken cancellationToken)
    {
        Stream stream = _stream!;
        if (count > 0)
        {
            ValueTask write = stream.WriteFirstAsync(array, count, cancellationToken);
            if (!flushes || IsAbandoned)
                return EndOrWait(write);

            if (!write.IsCompletedSuccessfully)
            {
                _flushNext = stream;
                _flushToken = cancellationToken;
                return Wait(write); // even if it has ended meanwhile: the flush is still to come
            }

            write.GetAwaiter().GetResult(); // releases the source of the task
        }

        return EndOrWait(new ValueTask(stream.FlushAsync(cancellationToken)));
    }

    private ValueTask<bool> EndOrWait(ValueTask operation)
    {
        if (!operation.IsCompletedSuccessfully)
            return Wait(operation);

        operation.GetAwaiter().GetResult(); // as above
        _output.EndDrain();
        EndDrain(null);
        return new ValueTask<bool>(true);
    }

    private ValueTask<bool> Wait(ValueTask operation)
    {
        _drained.Reset();
        _isAwaited = true;
        var result = new ValueTask<bool>(this, _drained.Version);
        WaitFor(operation);
        return result;
    }

    private void WaitFor(ValueTask operation)
    {
        ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter awaiter = operation.ConfigureAwait(false).GetAwaiter();
        _write = awaiter;
        if (awaiter.IsCompleted)
        {
            EndWrite();
            return;
        }

        try
        {
            awaiter.UnsafeOnCompleted(_endWrite);
        }
        catch
        {
            _output.LeaveBuffer(); // nobody will know when it was written
            throw;
        }
    }

    private void EndWrite()
    {
        try
        {
            ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter write = _write;
            _write = default; // the stream may be forgotten
            Task? flush = BeginFlush(write);
            if (flush is not null)
            {
                WaitFor(new ValueTask(flush)); // may call this method again, on any thread
                return;
            }

            _output.EndDrain();
            EndDrain(null);
        }
        catch (Exception exception)
        {
            Fail(exception);
            return;
        }

        _drained.SetResult(true);
    }

    /// <summary>Ends a write, and begins the flush that follows it, if there is one.</summary>
    private Task? BeginFlush(ConfiguredValueTaskAwaitable.ConfiguredValueTaskAwaiter write)
    {
        Stream? stream = _flushNext;
        CancellationToken cancellationToken = _flushToken;
        _flushNext = null;
        _flushToken = default;
        write.GetResult();
        return IsAbandoned ? null : stream?.FlushAsync(cancellationToken);
    }

    private void EndWait(Exception? exception)
    {
        TaskCompletionSource<bool> waiter = _waiter!;
        Volatile.Write(ref _phase, Resting); // pairs with the read in TryAbandon
        if (exception is null)
            waiter.SetResult(true);
        else
            waiter.SetException(exception);
    }

    private void Fail(Exception exception)
    {
        _output.FailDrain();
        _fault = exception;
        EndDrain(exception);
        _drained.SetException(exception);
    }
}
